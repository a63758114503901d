import Foundation
import Synchronization
import Testing

/// The files that Tests/Clients/sample_files.py makes, once for a process.
struct SampleFiles {
  static let absence = "HATCHED_TEST_PYTHON_FILES is not set: scripts/test sets it where PyPI is reachable"
  static let isThere = python != nil

  private static let python = ProcessInfo.processInfo.environment["HATCHED_TEST_PYTHON_FILES"].map { $0 + "/bin/python3" }

  /// How a picture looks to another decoder.
  struct Look: Decodable {
    let format: String
    let mode: String
    let width: Int
    let height: Int
    /// The kinds of metadata in it.
    let metadata: [String]
    /// The corners, from the upper left clockwise.
    let colours: [String]
    let frames: Int
  }

  /// The text that all metadata has, and all that is hidden.
  static let secret = Array("HATCHED-SECRET".utf8)

  private static let made = Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hatched-files-\(UUID().uuidString)").path
    _ = try run(["make", folder])
    // The files stay for all tests of the process, and go with it.
    removed.withLock { $0 = folder }
    atexit { removed.withLock { if let folder = $0 { try? FileManager.default.removeItem(atPath: folder) } } }
    return folder
  }
  private static let removed = Mutex<String?>(nil)

  /// The path of a file.
  static func path(_ name: String) throws -> String { "\(try made.get())/\(name)" }

  /// The names of a kind: `pictures`, `documents` or `refused`.
  static func names(_ kind: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: try path(kind)).sorted()
  }

  static func look(_ paths: [String]) throws -> [Look] {
    try run(["look"] + paths).split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Look.self, from: $0) }
  }

  static func look(_ path: String) throws -> Look {
    let looks = try look([path])
    return try #require(looks.first)
  }

  private static func run(_ arguments: [String]) throws -> Data {
    let process = Process()
    let output = Pipe()
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Clients/sample_files.py").standardized.path
    process.executableURL = URL(filePath: python ?? "/usr/bin/false")
    process.arguments = [script] + arguments
    process.environment = ["PYTHONDONTWRITEBYTECODE": "1"]
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return data
  }
}
