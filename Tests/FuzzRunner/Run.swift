import ArgumentParser
import Foundation
import Fuzzing

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tries inputs that a seed decides, the same on every machine.",
    discussion: """
      Prints a line for each target. Ends with status 1 at the first input that breaks it. The input that is \
      being tried stands in the file of --input-file, also when it has ended the process.
      """)

  @Argument(help: "The targets; all without any.") var names: [String] = []
  @Option(help: "How many inputs for each target.") var inputs = 20_000
  @Option(help: "What decides the inputs.") var seed: UInt64 = 1
  @Option(help: "Where to put the input that is being tried.") var inputFile: String?
  @Option(help: "Try the bytes of this file only.") var replay: String?

  func run() throws {
    let targets = try HatchedFuzz.targets(names)
    if let replay { return try self.replay(replay, targets) }
    print(padded("target", 12), "      inputs     accepted   megabytes      seconds   slowest/ms")
    for target in targets {
      let noted = try inputFile.map(NotedInput.init)
      do throws(FuzzFinding) {
        var loop = FuzzLoop(target, seed: seed)
        let report = try loop.run(inputs: inputs) { input in noted?.note(input) }
        print(
          padded(target.name, 12), aligned(Double(report.inputs)), aligned(Double(report.accepted)),
          aligned(Double(report.bytes) / 1e6, 1, width: 11), aligned(report.time.milliseconds / 1e3, 1),
          aligned(report.slowest.milliseconds, 2))
        fflush(nil)
      } catch {
        print(error)
        throw ExitCode.failure
      }
    }
  }

  private func replay(_ path: String, _ targets: [FuzzTarget]) throws {
    let input = [UInt8](try Data(contentsOf: URL(filePath: path)))
    for target in targets {
      do throws(Broken) {
        print("\(target.name): \(try target.check(input))")
      } catch {
        print("\(target.name): \(error)")
        throw ExitCode.failure
      }
    }
  }
}

/// A file that always holds one input.
private struct NotedInput {
  private let descriptor: CInt

  init(_ path: String) throws {
    descriptor = open(path, O_CREAT | O_WRONLY, 0o644)
    guard descriptor >= 0 else { throw ValidationError("\(path) cannot be written: \(String(cString: strerror(errno)))") }
  }

  func note(_ input: [UInt8]) {
    _ = input.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    ftruncate(descriptor, off_t(input.count))
  }
}
