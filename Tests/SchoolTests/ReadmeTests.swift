import Foundation
import GraphQL
import School
import Testing

/// What readers paste from README.md.
struct ReadmeTests {
  private static let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")

  private static func examples() throws -> [String] {
    try String(contentsOf: readme, encoding: .utf8).matches(of: /```graphql\n(.*?)```/.dotMatchesNewlines()).map { String($0.1) }
  }

  @Test("A GraphQL example is valid", arguments: try examples())
  func isValid(_ example: String) throws {
    let source = Source(example)
    let errors = try Validator(schema: .school()).validate(Document(parsing: source), source: source)
    #expect(errors.map(\.message) == [])
  }

  @Test func `There are examples of queries and of mutations`() throws {
    let examples = try Self.examples()
    #expect(examples.contains { $0.hasPrefix("mutation") } && examples.contains { $0.hasPrefix("{") })
  }

  @Test func `Every suite and every query that the table of requirements names is there`() throws {
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| REQ-") }
    #expect(!rows.isEmpty)
    let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "..")
    let files = try #require(FileManager.default.enumerator(atPath: tests.path)).compactMap { $0 as? String }
    let names = Set(files.map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
    for row in rows {
      let shown = row.split(separator: "|", omittingEmptySubsequences: false).dropLast().last ?? ""
      for name in shown.matches(of: /`([^`]+)`/) { #expect(names.contains(String(name.1)), "\(row)") }
    }
    let ids = rows.compactMap { $0.firstMatch(of: /REQ-[A-Z]+-\d+/)?.0 }
    #expect(Set(ids).count == rows.count, "one row for each id")
  }
}
