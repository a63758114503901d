import Foundation

/// The independent implementation: see `reference.py`.
enum Reference {
  /// The Python that has it, as `scripts/test` tells.
  static let python = ProcessInfo.processInfo.environment["HATCHED_TEST_PYTHON_CALENDAR"].map { $0 + "/bin/python" }

  private static let program = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Reference/reference.py")

  /// An answer for each question.
  static func answers(to questions: [String]) throws -> [String] {
    guard let python else { throw NoReference() }
    let folder = FileManager.default.temporaryDirectory.appending(path: "hatched-recurrence-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, since a pipe would fill up while the other one is written.
    let (asked, answered) = (folder.appending(path: "questions"), folder.appending(path: "answers"))
    try Data((questions.joined(separator: "\n") + "\n").utf8).write(to: asked)
    try Data().write(to: answered)
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-I", program.path]
    process.standardInput = try FileHandle(forReadingFrom: asked)
    process.standardOutput = try FileHandle(forWritingTo: answered)
    try process.run()
    process.waitUntilExit()
    let lines = String(decoding: try Data(contentsOf: answered), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
    guard process.terminationStatus == 0, lines.count == questions.count else { throw NoReference() }
    return lines
  }
}

/// There is no reference, or it has failed.
struct NoReference: Error {}
