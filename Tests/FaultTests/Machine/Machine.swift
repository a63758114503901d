import Foundation

/// The machine: its programs, and the users that they run as.
enum Machine {
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  private static let path = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]

  /// The folder of the newest server's programs. Debian keeps them apart by version.
  static var postgres: URL {
    get throws {
      let debian = URL(filePath: "/usr/lib/postgresql")
      let versions = (try? FileManager.default.contentsOfDirectory(atPath: debian.path)) ?? []
      let folders =
        versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }
        .map { debian.appending(path: "\($0)/bin") } + searched.map { URL(filePath: $0) }
      guard let found = folders.first(where: { isProgram($0.appending(path: "postgres")) }) else {
        throw Missing(description: "there is no program postgres")
      }
      return found
    }
  }

  /// The program that was built with the tests, or the one that `HATCHED_FAULTS_PROGRAM` names.
  static var hatched: String {
    get throws {
      if let path = environment["HATCHED_FAULTS_PROGRAM"], !path.isEmpty { return path }
      return try product("hatched")
    }
  }

  /// The library that gives a program the clock of Tests/MovedClock.
  static var movedClock: String { get throws { try product("libMovedClock.so") } }

  /// SwiftPM puts all products into one folder, the bundle of tests too.
  private static func product(_ name: String) throws -> String {
    let folders = [URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent(), Bundle.main.bundleURL]
    guard let found = folders.map({ $0.appending(path: name) }).first(where: isProgram) else {
      throw Missing(description: "there is no \(name) in \(folders.map(\.path))")
    }
    return found.path
  }

  static var environment: [String: String] { ProcessInfo.processInfo.environment }

  private static var searched: [String] {
    environment["PATH", default: ""].split(separator: ":").map(String.init) + path
  }

  static func program(_ name: String) -> String? {
    searched.map { "\($0)/\(name)" }.first { isProgram(URL(filePath: $0)) }
  }

  private static func isProgram(_ file: URL) -> Bool { FileManager.default.isExecutableFile(atPath: file.path) }

  static let isRoot = geteuid() == 0

  /// Whether a file system in memory can be mounted for one program and its children.
  static let canMount: Bool =
    isRoot && (try? run("unshare --mount -- sh -c 'mount -t tmpfs -o size=1m none /mnt'")) != nil

  /// The prefix of a command that must not run as root: neither PostgreSQL nor PgBouncer does.
  static var asOrdinaryUser: [String] {
    isRoot ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"] : []
  }

  /// Runs a line of shell to its end.
  /// - Returns: its output.
  /// - Throws: ``Failed`` with what it wrote, when its status is not 0.
  @discardableResult
  static func run(_ line: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(filePath: "/")
    process.environment = ["PATH": searched.joined(separator: ":"), "LC_ALL": "C.UTF-8"]
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(description: "\(line)\n\(text)") }
    return text
  }

  /// A folder with a short path, since a socket's has at most 107 bytes: the ordinary user's, and nobody else's.
  static func makeFolder() throws -> URL {
    let folder = "/tmp/hf-\(String(UInt32.random(in: .min ... .max), radix: 36))"
    try run("mkdir -m 700 \(folder)\(isRoot ? " && chown postgres \(folder)" : "")")
    return URL(filePath: folder)
  }
}
