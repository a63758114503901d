import Foundation
import Testing

/// The rules of docs/writing.md that a program can check.
struct WordsTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Names of earlier versions whose standard terms are in docs/writing.md.
  private static let retired: [StaticString] = [
    "Ceiling", "ClosingStatement", "Newcomer", "Standing", "farewell", "lender", "misfits",
  ]

  /// The paths of a folder's files with an extension, at any depth.
  private static func files(in folder: String, _ fileExtension: String) throws -> [String] {
    let names = try #require(FileManager.default.enumerator(atPath: repository.appending(path: folder).path))
    return names.compactMap { $0 as? String }
      .filter { $0.hasSuffix(".\(fileExtension)") && !$0.hasPrefix(".build/") && !$0.contains("/.build/") }
      .map { "\(folder)/\($0)" }.sorted()
  }

  private static func read(_ path: String) throws -> Data { try Data(contentsOf: repository.appending(path: path)) }

  private func check(_ paths: [String], _ syntax: ProseReader.Syntax) throws {
    #expect(!paths.isEmpty)
    for path in paths {
      for line in ProseReader(try Self.read(path), syntax).nounClauses {
        Issue.record("\(path):\(line): a sentence begins with a noun clause (docs/writing.md)")
      }
    }
  }

  @Test("No sentence of a comment begins with a noun clause", arguments: ["Sources", "Tests", "Benchmarks"])
  func comments(_ folder: String) throws {
    try check(Self.files(in: folder, "swift"), .swift)
  }

  @Test func `No sentence of a description begins with a noun clause`() throws {
    try check(Self.files(in: "schema", "graphql").filter { $0 != "schema/expanded.graphql" }, .schema)
  }

  @Test func `No heading or sentence of the documentation begins with a noun clause`() throws {
    try check(["README.md"] + Self.files(in: "docs", "md"), .markdown)
  }

  @Test func `No retired name is left`() throws {
    for path in try Self.files(in: "Sources", "swift") {
      for (line, name) in ProseReader(try Self.read(path), .swift, retired: Self.retired).retiredNames {
        Issue.record("\(path):\(line): \(name) has a standard term (docs/writing.md)")
      }
    }
  }

  @Test(
    "The rules find a sentence in comments, and not in strings",
    arguments: [
      ("/// What it does.", true), ("/// The value.\n///\n/// Of a row.", true), ("// One. Whoever asks.", true),
      ("/// A sentence.\n/// Who asks.", true), ("let a = 1  // What is left.", true),
      ("/// - Returns: the row. That it is.", true), ("/// - Returns: What is left.", true),
      ("/// That is why it waits.", false), ("/// One of\n/// That row.", false), ("/// Whole numbers. Often used.", false),
      ("///     What { is } code", false), ("let a = \"// What it is.\"", false),
      ("let a = \"\"\"\n  // What it is.\n  \"\"\"", false), ("let a = #\"\"\"#\n// What it is.", true),
      ("let a = #\"\"\"\n  \"\"\"\n  // What it is.\n  \"\"\"#\n// The value.", false),
    ])
  func finds(_ text: String, _ expected: Bool) {
    #expect(ProseReader(Data(text.utf8), .swift).nounClauses.isEmpty == !expected)
  }

  @Test func `The rules find a sentence in descriptions and paragraphs, and not in examples`() {
    let schema = "\"What it is.\"\na\n\"\"\"\nThe value. Of a row.\n\n    What { code }\n\"\"\"\n"
      + "b @c(example: \"\"\"\n  What\n  \"\"\")\n"
    #expect(ProseReader(Data(schema.utf8), .schema).nounClauses == [1, 4])
    #expect(ProseReader(Data("\"\"\"\nOf a row.\n\"\"\"\n".utf8), .schema).nounClauses == [2])
    let page = "## Who asks\n\nThe *rule*.\n- **What** it is\n\n```swift\n// What\n```\n| What | it |\n"
    #expect(ProseReader(Data(page.utf8), .markdown).nounClauses == [1, 4])
  }
}
