import ArgumentParser
import Foundation

/// How report cards are printed.
struct PrintOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The Python that has WeasyPrint, which makes PDFs of report cards (Debian: apt-get install weasyprint).", valueName: "path"))
  var printPython = "/usr/bin/python3"

  @Option(help: "How many report cards are printed at a time. Others wait, 16 at most.")
  var printers = 1

  @Option(help: "For how many seconds one is printed at most.")
  var printTime = 20

  @Option(help: "How much memory the program that prints one may take, in MiB.")
  var printMemory = 512

  func validate() throws {
    try NumberRange("--printers", 1...64).check(printers)
    try NumberRange("--print-time", 1...300, "seconds").check(printTime)
    try NumberRange("--print-memory", 128...16_384, "MiB").check(printMemory)
  }

  var program: PrinterProgram { PrinterProgram(python: printPython) }

  var memory: Int { printMemory << 20 }

  func printer() -> PagePrinter {
    var options = PagePrinter.Options()
    options.program = program
    options.concurrency = printers
    options.memory = memory
    options.limits.time = .seconds(printTime)
    return PagePrinter(options)
  }
}
