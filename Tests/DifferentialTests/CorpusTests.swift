import Foundation
import GraphQL
import Testing

/// Texts on which we once differed from the reference, made short, and what is right: needs no Python.
///
/// `Corpus/Documents` are for the schema `rich`, `Corpus/Schemas` are SDL. Beside each `name.graphql` stands
/// `name.txt`: `valid`, or a line for each error, `line:column` of each of its places and its message.
@Suite("Past disagreements with the reference stay settled")
struct CorpusTests {
  @Test("Documents", arguments: try CorpusCase.all(in: "Documents"))
  func document(example: CorpusCase) throws {
    let schema = try TestedSchema.rich()
    #expect(Verdict.ours(onDocument: example.text, schema: schema.schema).description == example.verdict)
  }

  @Test("Type system documents", arguments: try CorpusCase.all(in: "Schemas"))
  func schema(example: CorpusCase) {
    #expect(Verdict.ours(onSDL: example.text).sorted.description == example.verdict)
  }
}

struct CorpusCase: Sendable, CustomTestStringConvertible {
  var name: String
  var text: String
  var verdict: String

  var testDescription: String { name }

  static func all(in folder: String) throws -> [CorpusCase] {
    let folder = Repository.tests.appending(path: "Corpus").appending(path: folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try files.filter { $0.hasSuffix(".graphql") }.sorted().map { file in
      let name = String(file.dropLast(".graphql".count))
      // Decoded so that a byte order mark stays.
      let text = String(decoding: try Data(contentsOf: folder.appending(path: file)), as: UTF8.self)
      let verdict = try String(contentsOf: folder.appending(path: "\(name).txt"), encoding: .utf8)
      return CorpusCase(
        name: name, text: text,
        verdict: verdict.hasSuffix("\n") ? String(verdict.dropLast()) : verdict)
    }
  }

  /// Adds a case for someone to name and review.
  func record(in folder: String) throws {
    let path = Repository.tests.appending(path: "Corpus").appending(path: folder).appending(path: name)
    try Data(text.utf8).write(to: path.appendingPathExtension("graphql"))
    try Data("\(verdict)\n".utf8).write(to: path.appendingPathExtension("txt"))
  }
}
