import Foundation
import Testing

/// `docs/threat-model.md`: each attack with the test that shows that it fails.
struct ThreatModelTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "..")

  /// The rows of its tables of attacks: those whose last cell names tests.
  private static func rows() throws -> [Substring] {
    let file = tests.appending(path: "../docs/threat-model.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let attacks = try #require(text.range(of: "\n## Attacks\n"))
    let rows = text[attacks.upperBound...].split(separator: "\n").filter { $0.hasPrefix("|") }
    return rows.filter { !$0.hasPrefix("| ---") && !$0.hasSuffix("| shown by |") }
  }

  @Test func `There are attacks, and each has a test`() throws {
    let rows = try Self.rows()
    #expect(rows.count > 30)
    for row in rows { #expect(try !Self.shown(by: row).isEmpty, "\(row)") }
  }

  @Test func `Every test that it names is there`() throws {
    let found = try #require(FileManager.default.enumerator(atPath: Self.tests.path)).compactMap { $0 as? String }
    // Several targets may have a suite of one name.
    let files = Dictionary(grouping: found.filter { $0.hasSuffix(".swift") }) {
      URL(filePath: $0).deletingPathExtension().lastPathComponent
    }
    for row in try Self.rows() {
      for (suite, name) in try Self.shown(by: row) {
        let texts = try (files[suite] ?? []).map {
          try String(contentsOf: Self.tests.appending(path: $0), encoding: .utf8)
        }
        #expect(texts.contains { $0.contains(name) || name.isEmpty }, "\(suite) has no test \"\(name)\"")
      }
    }
  }

  /// The suites and tests of a row's last cell: "`Suite`: a test", several with a semicolon between them. All of a suite
  /// is meant when nothing follows its name.
  private static func shown(by row: Substring) throws -> [(suite: String, test: String)] {
    let cell = try #require(row.split(separator: "|").last { !$0.allSatisfy(\.isWhitespace) })
    return cell.split(separator: ";").compactMap { part in
      part.wholeMatch(of: /\s*`(\w+)`(:(.*))?\s*/).map { match in
        (String(match.1), (match.3.map(String.init) ?? "").trimmingCharacters(in: .whitespaces))
      }
    }
  }
}
