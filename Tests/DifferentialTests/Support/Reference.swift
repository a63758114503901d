import Foundation
import GraphQL

/// The independent implementation: a process that answers one line of JSON with one line of JSON.
final class Reference {
  /// The Python that has it, as `scripts/test` tells.
  static let python = ProcessInfo.processInfo.environment["HATCHED_TEST_PYTHON_REFERENCE"].map { $0 + "/bin/python" }

  private let process = Process()
  private let questions: FileHandle
  private let answers: FileHandle
  private var unread = Data()

  /// - Parameter schemas: Those that documents can be asked about.
  init(schemas: [TestedSchema] = []) throws {
    guard let python = Reference.python else { throw NoReference() }
    let input = Pipe()
    let output = Pipe()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-I", Repository.tests.appending(path: "Reference/reference.py").path]
    process.standardInput = input
    process.standardOutput = output
    questions = input.fileHandleForWriting
    answers = output.fileHandleForReading
    try process.run()
    for schema in schemas {
      let answer = try ask("schema", ["name": .string(schema.name), "sdl": .string(schema.sdl)])
      guard case .object([]) = answer else { throw UnexpectedAnswer(answer) }
    }
  }

  deinit {
    try? questions.close()
    process.waitUntilExit()
  }

  /// - Returns: The answer; see `reference.py`.
  func ask(_ what: String, _ parameters: KeyValuePairs<String, JSONValue>) throws -> JSONValue {
    var writer = JSONWriter()
    writer.writeValue(
      .object([JSONValue.Member("ask", .string(what))] + parameters.map { JSONValue.Member($0, $1) }))
    writer.write(UInt8(ascii: "\n"))
    try questions.write(contentsOf: Data(writer.bytes))
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(unread[..<end])
        unread.removeSubrange(...end)
        return try JSONValue(parsing: line, maxDepth: 1_000)
      }
      let more = answers.availableData
      if more.isEmpty { throw NoReference() }
      unread.append(more)
    }
  }

  /// Its verdict on a document that is to be executed.
  func verdict(onDocument text: String, schema: TestedSchema) throws -> Verdict? {
    try verdict(ask("document", ["schema": .string(schema.name), "text": .string(text)]))
  }

  /// Its verdict on a type system document.
  func verdict(onSDL text: String) throws -> Verdict? {
    try verdict(ask("sdl", ["text": .string(text)]))
  }

  /// - Returns: nil when the reference could not cope.
  private func verdict(_ answer: JSONValue) throws -> Verdict? {
    if case .string(let failure) = answer["failure"] {
      // The others are of schemas that it builds without looking, and then cannot check.
      if failure == "RecursionError" || failure.hasPrefix("GraphQLError: ")
        || failure.hasSuffix(" to be a GraphQL leaf type.")
      {
        return nil
      }
    }
    if let error = answer["syntax"] { return .syntaxError(try Finding(error)) }
    for stage in ["validation", "definitions", "types"] {
      if case .array(let errors) = answer[stage] {
        return errors.isEmpty ? .valid : .invalid(try errors.map { try Finding($0) })
      }
    }
    throw UnexpectedAnswer(answer)
  }
}

/// There is no reference, or it has ended.
struct NoReference: Error {}

/// The reference answered what nothing here understands.
struct UnexpectedAnswer: Error, CustomStringConvertible {
  var description: String

  init(_ answer: JSONValue) {
    var writer = JSONWriter()
    writer.writeValue(answer)
    description = String(decoding: writer.bytes, as: UTF8.self)
  }
}
