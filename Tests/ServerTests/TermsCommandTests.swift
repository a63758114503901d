import Foundation
import SQL
import Testing

@testable import Server

/// `hatched terms`, as a process.
@Suite struct TermsCommandTests {
  private static let database = Task {
    let database = try await EmptyDatabase("terms_commands")
    try #require(try await database.hatched(["migrate"]).status == 0)
    return database
  }

  private func file(_ text: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "terms-\(UUID()).md")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  @Test func `A version is published once in a language, takes effect on its day, and is listed`() async throws {
    let database = try await Self.database.value
    let text = try file("# Terms\n\nBe kind.\n")
    let publish = ["terms", "publish", text, "--kind", "TERMS", "--terms-version", "2026-11"]
    let first = try await database.hatched(publish + ["--effective", "2031-03-09"])
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.contains("  TERMS  2026-11  en  effective 2031-03-09T00:00:00Z\n"), "\(first.output)")
    let again = try await database.hatched(publish)
    #expect(again.status == 1)
    #expect(again.errors.contains("TERMS 2026-11 is published in en already"), "\(again.errors)")
    let german = try await database.hatched(publish + ["--language", "de"])
    #expect(german.output.contains("  de  effective 2031-03-09T00:00:00Z"), "\(german.output)")
    let licences = try await database.hatched(["terms", "publish", text, "--kind", "licences", "--terms-version", "1"])
    #expect(licences.status == 0, "\(licences.errors)")
    let stored: SQL = "SELECT kind || ' ' || language FROM published_terms WHERE text = E'# Terms\\n\\nBe kind.\\n' ORDER BY effective_at, 1"
    #expect(try await database.texts(stored) == ["LICENCES en", "TERMS de", "TERMS en"])
    let list = try await database.hatched(["terms", "list"])
    #expect(list.output.split(separator: "\n").count == 3)
    #expect(list.output.contains("  TERMS  2026-11  de  effective 2031-03-09T00:00:00Z  accepted 0\n"), "\(list.output)")
  }

  @Test(
    "hatched terms publish refuses",
    arguments: [
      (["--kind", "TERMS", "--terms-version", "1", "--language", "English"], "\"English\" is not the tag of a language"),
      (["--kind", "TERMS", "--terms-version", "1", "--effective", "2031-02-30"], "\"2031-02-30\" is not a day"),
      (["--kind", "TERMS", "--terms-version", " "], "The name of a version has 1 to 50 characters."),
      (["--kind", "RULES", "--terms-version", "1"], "The value 'RULES' is invalid for '--kind <kind>'"),
      (["--terms-version", "1"], "Missing expected argument '--kind <kind>'"),
    ])
  func refused(arguments: [String], message: String) async throws {
    let database = try await Self.database.value
    let end = try await database.hatched(["terms", "publish", try file("Text")] + arguments)
    #expect(end.status != 0)
    #expect(end.errors.contains(message), "\(end.errors)")
  }

  @Test func `A file that is empty or no text is refused`() async throws {
    let database = try await Self.database.value
    for (path, message) in [(try file(" "), "has to have 1 to 500,000 characters"), ("/nowhere/terms.md", "there is no file to be read")] {
      let end = try await database.hatched(["terms", "publish", path, "--kind", "TERMS", "--terms-version", "x"])
      #expect(end.status == 1)
      #expect(end.errors.contains(message), "\(end.errors)")
    }
  }
}
