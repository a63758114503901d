/// Whether report cards can be printed.
struct PrintChecks {
  let options: PrintOptions

  var findings: [Finding] {
    do throws(PrintFailure) {
      let version = try PagePrinter.version(of: options.program, memory: options.memory)
      return [.ok("printing", "WeasyPrint \(version) prints report cards")]
    } catch {
      switch error {
      case .notInstalled:
        return [
          .warn(
            "printing", "report cards have no PDF: \(options.printPython) has no WeasyPrint",
            "apt-get install weasyprint fonts-dejavu-core, or name another Python with --print-python")
        ]
      default: return [.warn("printing", "WeasyPrint does not start: \(error)", "see --print-memory and --print-time")]
      }
    }
  }
}
