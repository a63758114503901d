import ArgumentParser
import Fuzzing

/// libFuzzer, which goes where code has not been yet. Only in builds that have it: `scripts/fuzz --coverage`.
struct Cover: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Has libFuzzer look for inputs that reach new code.",
    discussion: "Arguments after the target are libFuzzer's: -max_total_time=60, folders of inputs, …")

  @Argument(help: "The target.") var name: String
  @Argument(parsing: .allUnrecognized, help: "For libFuzzer.") var arguments: [String] = []

  func run() throws {
    let target = try HatchedFuzz.targets([name])[0]
    #if LIBFUZZER
      covered = target
      var list = ([CommandLine.arguments[0]] + arguments).map { strdup($0) } + [nil]
      var count = CInt(list.count - 1)
      let status = list.withUnsafeMutableBufferPointer { buffer in
        var start = buffer.baseAddress
        return runDriver(&count, &start, LLVMFuzzerTestOneInput)
      }
      throw ExitCode(status)
    #else
      throw ValidationError(
        "This build is without libFuzzer, so \(target.name) cannot be covered: use scripts/fuzz --coverage.")
    #endif
  }
}

#if LIBFUZZER
  import Foundation

  /// Set once, before libFuzzer starts; it runs on one thread.
  nonisolated(unsafe) private var covered: FuzzTarget?

  // The name is libFuzzer's.
  @_cdecl("LLVMFuzzerTestOneInput")
  func LLVMFuzzerTestOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do throws(Broken) {
      _ = try covered?.check(Array(UnsafeBufferPointer(start: data, count: count)))
    } catch {
      fatalError("\(error)")
    }
    return 0
  }

  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt
#endif
