import Foundation
import GraphQL
import Domain
import Testing

/// `docs/school-pickup.md`: the tables of dismissals follow from the code, and the fields that it names from the schema.
struct DismissalPageTests {
  private static let path = "docs/school-pickup.md"
  private static let command = "HATCHED_RECORD_PICKUP=1 scripts/test --filter DismissalPageTests"

  private static var page: String {
    get throws { try #require(Repository.files(in: "docs")["school-pickup.md"], "there is no \(path)") }
  }

  @Test func `The tables of the page are those of the code`() throws {
    let page = try Self.page
    let updated = try #require(DismissalPage(schema: .domain()).updated(page), "\(Self.path) has lost a marker")
    guard page != updated else { return }
    if ProcessInfo.processInfo.environment["HATCHED_RECORD_PICKUP"] == "1" {
      try Repository.write(updated, to: Self.path)
      return
    }
    let changes = Self.lines(of: updated).difference(from: Self.lines(of: page)).map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
    Issue.record(
      """
      \(Self.path) does not have the tables of DismissalTable:
      \(changes.joined(separator: "\n"))
      Write them anew, and review the changes: \(Self.command)
      """)
  }

  private static func lines(of text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  @Test func `The schema has the fields that the page names, but for those that it calls planned`() throws {
    let schema = try Schema.domain()
    let fields = try Self.page.matches(of: /`([A-Z]\w+)\.(\w+)[^`]*`( \(planned\))?/)
    #expect(fields.count > 25)
    for field in fields {
      let isServed: Bool
      switch schema.types[String(field.1)] {
      case .object(let type)?: isServed = type.fields[String(field.2)] != nil
      default: isServed = false
      }
      #expect(isServed == (field.3 == nil), "\(field.0): \(isServed ? "it is there now" : "there is no such field")")
    }
  }

  @Test func `The page has each endpoint of the REST interface for pickups`() throws {
    let endpoints = [
      "POST /api/register", "POST /api/login", "POST /api/logout", "GET /api/user", "GET /api/students", "POST /api/students",
      "PATCH /api/students/:id", "DELETE /api/students/:id", "POST /api/parent/request-pickup", "GET /api/parent/dismissals",
      "PATCH /api/parent/dismissals/:id/confirm", "POST /api/parent/nfc-card", "GET /api/parent/organizations",
      "GET /api/parent/classes/:orgId",
    ]
    let rows = try Self.page.matches(of: /\n\| `([A-Z]+ \/api[^`]*)` \| `/).map { String($0.1) }
    #expect(rows == endpoints)
  }
}
