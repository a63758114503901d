import Foundation

/// A program that a test runs, as a process of its own. Its environment is what it is given and nothing else;
/// it writes to files, so that it never waits for a reader.
struct ChildProcess: Sendable {
  struct End: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  struct StillRunning: Error, CustomStringConvertible {
    let program: String
    let errors: String
    var description: String { "\(program) still runs; its standard error:\n\(errors)" }
  }

  let program: Program
  private let process: Process
  private let folder: URL

  /// Runs `body` with a program, which is gone when this returns or throws.
  static func with<Result>(
    _ program: Program, _ arguments: [String], environment: [String: String] = [:],
    _ body: (ChildProcess) async throws -> Result
  ) async throws -> Result {
    let child = try ChildProcess(program, arguments, environment)
    defer { child.remove() }
    return try await body(child)
  }

  /// Runs a program to its end.
  static func run(
    _ program: Program, _ arguments: [String], environment: [String: String] = [:],
    within limit: Duration = .seconds(60)
  ) async throws -> End {
    try await with(program, arguments, environment: environment) { try await $0.end(within: limit) }
  }

  private init(_ program: Program, _ arguments: [String], _ environment: [String: String]) throws {
    let location = try program.location
    self.program = program
    folder = FileManager.default.temporaryDirectory.appending(path: "hatched-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process = Process()
    process.executableURL = location
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try file("output")
    process.standardError = try file("errors")
    try process.run()
  }

  private func file(_ name: String) throws -> FileHandle {
    let file = folder.appending(path: name)
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  /// The program's output on standard error so far.
  var errors: String { get throws { try text("errors") } }

  /// The file that has it.
  var outputFile: URL { folder.appending(path: "output") }

  /// The program's output on standard output so far.
  var output: String { get throws { try text("output") } }

  /// The text that every user of the machine can see of it: its arguments and the names of its threads.
  var publicText: String {
    get throws {
      let folder = URL(filePath: "/proc/\(process.processIdentifier)")
      let threads = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "task").path)
      let files = ["cmdline", "comm", "stat"] + threads.map { "task/\($0)/comm" }
      return files.compactMap { try? Data(contentsOf: folder.appending(path: $0)) }
        .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
  }

  /// The most memory of the machine that it has had so far, in bytes.
  var mostResidentBytes: Int {
    get throws {
      let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
  }

  var id: Int32 { process.processIdentifier }

  var isRunning: Bool { process.isRunning }

  /// A file of `/proc` about the process.
  func systemFile(_ name: String) throws -> String {
    try String(contentsOfFile: "/proc/\(process.processIdentifier)/\(name)", encoding: .utf8)
  }

  func send(signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until `condition` holds.
  /// - Throws: ``StillRunning`` when it does not in time.
  func wait(within limit: Duration, until condition: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + limit
    while try !condition() {
      guard .now < deadline else { throw StillRunning(program: program.rawValue, errors: try errors) }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Waits until the program ends by itself.
  func end(within limit: Duration) async throws -> End {
    try await wait(within: limit) { !isRunning }
    // A signal that ended it is no status of its own: as shells have it, 128 and the signal.
    let status = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    return End(status: status, output: try text("output"), errors: try errors)
  }

  private func remove() {
    if isRunning { send(signal: SIGKILL) }
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}

/// A program that tests run.
enum Program: String {
  case hatched, psql, pgbench, bash, zsh
  case python = "python3"
  /// Python with a port of the reference implementation, and with generators of clients: see Tests/Clients.
  case reference, generators

  /// Whether the program is to be had here.
  var isThere: Bool { (try? location) != nil }

  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// - Throws: ``Missing``.
  var location: URL {
    get throws {
      let name = self == .reference || self == .generators ? "python3" : rawValue
      let candidates = try folders.map { $0.appending(path: name) }
      guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
        throw Missing(description: "there is no program \(name) among \(candidates.map(\.path))")
      }
      return found
    }
  }

  private var path: [URL] {
    ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":").map { URL(filePath: String($0)) }
  }

  private var folders: [URL] {
    get throws {
      switch self {
      case .hatched:
        // SwiftPM puts all products into one folder, the bundle of tests too.
        return [URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent(), Bundle.main.bundleURL]
      case .reference, .generators:
        let variable = "HATCHED_TEST_PYTHON_\(rawValue.uppercased())"
        let environment = ProcessInfo.processInfo.environment[variable].map { URL(filePath: $0) }
        return environment.map { [$0.appending(path: "bin")] } ?? []
      case .bash, .zsh, .python: return path
      case .psql, .pgbench:
        // Debian keeps them apart by version; what it has on PATH is a script that chooses one.
        let debian = URL(filePath: "/usr/lib/postgresql")
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian.path)) ?? []
        return versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }
          .map { debian.appending(path: "\($0)/bin") } + path
      }
    }
  }
}
