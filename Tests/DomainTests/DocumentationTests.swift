import Foundation
import GraphQL
import Domain
import Testing

/// README.md and the pages of docs/: examples that readers paste, links that they follow, tests that the table of
/// requirements names.
struct DocumentationTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// A page, by its path in the repository: `docs/http.md`.
  struct Page: CustomTestStringConvertible {
    let path: String
    let text: String

    var testDescription: String { path }

    /// The anchors of its headings, as GitHub makes them: `## TLS to PostgreSQL` has `tls-to-postgresql`.
    var anchors: Set<String> {
      let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" } }
      return Set(
        headings.map { heading in
          heading.lowercased().trimmingCharacters(in: .whitespaces)
            .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
            .replacing(" ", with: "-")
        })
    }
  }

  private static func page(_ path: String) throws -> Page {
    Page(path: path, text: try String(contentsOf: repository.appending(path: path), encoding: .utf8))
  }

  static func pages() throws -> [Page] {
    let names = try FileManager.default.contentsOfDirectory(atPath: repository.appending(path: "docs").path)
    return try (["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }).map(page)
  }

  static func examples() throws -> [String] {
    try pages().flatMap { $0.text.matches(of: /```graphql\n(.*?)```/.dotMatchesNewlines()).map { String($0.1) } }
  }

  @Test("A GraphQL example is valid", arguments: try examples())
  func isValid(_ example: String) throws {
    let source = Source(example)
    let errors = try Validator(schema: .domain()).validate(Document(parsing: source), source: source)
    #expect(errors.map(\.message) == [])
  }

  @Test func `There are examples of queries and of mutations`() throws {
    let examples = try Self.examples()
    #expect(examples.contains { $0.hasPrefix("mutation") } && examples.contains { $0.hasPrefix("{") })
  }

  @Test func `docs/http.md has each code of an error, and no other`() throws {
    let sources = FileManager.default.enumerator(at: Self.repository.appending(path: "Sources"), includingPropertiesForKeys: nil)
    var codes: Set<String> = []
    while let file = sources?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      codes.formUnion(text.matches(of: /(?:ErrorCode\(rawValue: |"code":)"([A-Z_]+)"/).map { String($0.1) })
    }
    let page = try Self.page("docs/http.md").text
    let table = try #require(page.split(separator: "\n## Errors\n").last?.split(separator: "\n## ").first)
    let documented = table.split(separator: "\n").compactMap { line -> [String]? in
      guard line.hasPrefix("| `") else { return nil }
      let column = line.dropFirst(2).prefix { $0 != "|" }
      return column.matches(of: /`([A-Z_]+)`/).map { String($0.1) }
    }
    #expect(codes.count > 10)
    #expect(Set(documented.flatMap(\.self)) == codes)
  }

  @Test func `A newcomer reads the README in ten minutes`() throws {
    #expect(try Self.page("README.md").text.utf8.count <= 12_000)
  }

  @Test("Every link leads to a file and a heading that exist", arguments: try pages())
  func links(_ page: Page) throws {
    let folder = Self.repository.appending(path: page.path).deletingLastPathComponent()
    for link in page.text.matches(of: /\]\(([^)\s]+)\)/).map({ String($0.1) }) where !link.contains("://") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target = parts[0].isEmpty ? Self.repository.appending(path: page.path) : folder.appending(path: parts[0])
      guard FileManager.default.fileExists(atPath: target.path) else {
        Issue.record("\(link) leads to no file")
        continue
      }
      guard parts.count == 2 else { continue }
      let text = try String(contentsOf: target, encoding: .utf8)
      #expect(Page(path: link, text: text).anchors.contains(String(parts[1])), "\(link) leads to no heading")
    }
  }

  @Test func `Every suite and every query that the table of requirements names exists`() throws {
    let rows = try Self.page("docs/requirements.md").text.split(separator: "\n")
      .filter { row in ["REQ", "GT", "ME", "BG", "TT"].contains { row.hasPrefix("| \($0)-") } }
    #expect(!rows.isEmpty)
    let tests = Self.repository.appending(path: "Tests")
    let files = try #require(FileManager.default.enumerator(atPath: tests.path)).compactMap { $0 as? String }
    let names = Set(files.map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
    for row in rows {
      let shown = row.split(separator: "|", omittingEmptySubsequences: false).dropLast().last ?? ""
      for name in shown.matches(of: /`([^`]+)`/) { #expect(names.contains(String(name.1)), "\(row)") }
    }
    let ids = rows.compactMap { $0.firstMatch(of: /(?:REQ-[A-Z]+|GT|ME|BG|TT)-\d+/)?.0 }
    #expect(Set(ids).count == rows.count, "one row for each id")
  }
}
