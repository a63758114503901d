import Foundation
import SQL
import Testing

@testable import Server

/// Processes that print, or do something else, within their limits.
@Suite struct PrinterProcessTests {
  private func run(_ script: String, _ input: [UInt8] = [], _ limits: PrinterProcess.Limits = .init()) throws(PrintFailure) -> String {
    let process = PrinterProcess(arguments: ["/bin/sh", "-c", script], limits: limits)
    return String(decoding: try process.run(input), as: UTF8.self)
  }

  @Test func `The input is read and the output returned, however large both are`() throws {
    let input = [UInt8](repeating: 0x61, count: 3 << 20)
    #expect(try PrinterProcess(arguments: ["/bin/cat"]).run(input) == input)
    #expect(try run("cat; echo done", Array("a\n".utf8)) == "a\ndone\n")
    #expect(try run("exec 0<&-; echo early", input) == "early\n")
    #expect(try run("exit 0") == "")
  }

  @Test func `A process has none of the environment, the files and the ignored signals of the server`() throws {
    setenv("HATCHED_PRINTED_SECRET", "open sesame", 1)
    defer { unsetenv("HATCHED_PRINTED_SECRET") }
    let environment = try run("env")
    #expect(!environment.contains("sesame") && environment.contains("PATH=/usr/bin:/bin"))
    let files = try run("ls /proc/self/fd").split(separator: "\n").map(String.init)
    // `ls` has the folder open.
    #expect(files == ["0", "1", "2", "3"])
    let signals = try run("grep -E 'SigIgn|SigBlk' /proc/self/status | cut -f 2").split(separator: "\n").map { Int($0, radix: 16) }
    // The signals 32 and 33 are glibc's own.
    #expect(signals.count == 2 && signals.allSatisfy { $0.map { $0 & 0x7FFF_FFFF == 0 } == true })
  }

  @Test func `A process that takes too long is ended`() throws {
    let start = ContinuousClock.now
    var limits = PrinterProcess.Limits()
    limits.time = .milliseconds(300)
    #expect(throws: PrintFailure.late) { try run("exec sleep 60", [], limits) }
    #expect(start.duration(to: .now) < .seconds(10))
  }

  @Test func `A process that writes too much is ended`() throws {
    var limits = PrinterProcess.Limits()
    limits.output = 100_000
    #expect(throws: PrintFailure.tooLarge) { try run("exec yes", [], limits) }
  }

  @Test func `A process that nobody waits for is ended`() throws {
    let process = PrinterProcess(arguments: ["/bin/sh", "-c", "exec sleep 60"])
    let start = ContinuousClock.now
    #expect(throws: PrintFailure.cancelled) { try process.run([]) { start.duration(to: .now) > .milliseconds(200) } }
    #expect(start.duration(to: .now) < .seconds(10))
  }

  @Test func `A failure tells the exception, and nothing of the page`() throws {
    #expect(throws: PrintFailure.failed("ValueError")) { try run("echo 'Traceback' >&2; echo 'ValueError: Ada Rivera' >&2; exit 1") }
    #expect(throws: PrintFailure.failed("status 3")) { try run("exit 3") }
    #expect(throws: PrintFailure.failed("status 3")) { try run("echo '<Ada' >&2; exit 3") }
    #expect(throws: PrintFailure.failed("signal 9")) { try run("kill -9 $$") }
    #expect(throws: PrintFailure.failed("status 1")) { try run("yes | head -c 1000000 | tr y ' ' >&2; exit 1") }
  }

  @Test func `A program that is not there is not installed`() throws {
    #expect(throws: PrintFailure.notInstalled) { try PrinterProcess(arguments: ["/nowhere/python3"]).run([]) }
    #expect(throws: PrintFailure.notInstalled) { try run("exit 69") }
  }

  // MARK: The printer

  /// A program of the shell in the place of Python.
  private func printer(_ script: String, _ edit: (inout PagePrinter.Options) -> Void = { _ in }) throws -> (PagePrinter, URL) {
    let file = FileManager.default.temporaryDirectory.appending(path: "hatched-printer-\(UUID().uuidString)")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    var options = PagePrinter.Options()
    options.program = PrinterProgram(python: file.path)
    edit(&options)
    return (PagePrinter(options), file)
  }

  @Test func `A page is printed once, and kept`() async throws {
    let counted = FileManager.default.temporaryDirectory.appending(path: "hatched-printer-\(UUID().uuidString)")
    let (printer, file) = try printer("echo printed >> \(counted.path); cat")
    defer { for file in [file, counted] { try? FileManager.default.removeItem(at: file) } }
    for _ in 0..<3 {
      #expect(try await printer.print(Array("page".utf8), digest: "a", for: .random()) == Array("page".utf8))
    }
    #expect(try await printer.print(Array("other".utf8), digest: "b", for: .random()) == Array("other".utf8))
    #expect(try String(contentsOf: counted, encoding: .utf8) == "printed\nprinted\n")
  }

  @Test func `Those for whom there is no room are told at once`() async throws {
    let (printer, file) = try printer("sleep 1; cat") { options in
      options.waiting = 2
      options.perAccount = 1
    }
    defer { try? FileManager.default.removeItem(at: file) }
    let account = UUIDValue.random()
    let results = await withTaskGroup(of: PrintFailure?.self) { group in
      for number in 0..<8 {
        group.addTask {
          do throws(PrintFailure) {
            _ = try await printer.print([0x61], digest: "\(number)", for: number < 4 ? account : .random())
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let printed = results.count { $0 == nil }
    // One is printed, and two wait; whoever comes first may still be waiting as the others come.
    #expect((2...3).contains(printed) && results.allSatisfy { $0 == nil || $0 == .busy }, "\(results)")
    // There is room again, also for the account.
    #expect(try await printer.print([0x61], digest: "again", for: account) == [0x61])
  }

  @Test func `A task that is cancelled gives its place back`() async throws {
    let (printer, file) = try printer("exec sleep 60")
    defer { try? FileManager.default.removeItem(at: file) }
    let account = UUIDValue.random()
    for _ in 0..<3 {
      let task = Task { try await printer.print([], digest: "x", for: account) }
      try await Task.sleep(for: .milliseconds(100))
      task.cancel()
      let result = await task.result
      #expect(throws: PrintFailure.cancelled) { try result.get() }
    }
  }
}
