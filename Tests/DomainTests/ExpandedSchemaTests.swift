import Derivation
import GraphQL
import Domain
import Testing

/// `schema/expanded.graphql` is what a reviewer has read, and what clients get.
struct ExpandedSchemaTests {
  private static let command = "hatched schema > schema/expanded.graphql"

  @Test func `The file of the expanded schema is what the directives come to`() throws {
    let file = try Repository.files(in: "schema")["expanded.graphql"] ?? ""
    let sdl = try Schema.domain().sdl
    guard file != sdl else { return }
    let changes = lines(of: sdl).difference(from: lines(of: file)).map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
    Issue.record(
      """
      The schema is not what schema/expanded.graphql says:
      \(changes.prefix(100).joined(separator: "\n"))
      Write the file anew, and review its changes: \(Self.command)
      """)
  }

  private func lines(of text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  @Test func `The file is a schema without directives of its own`() throws {
    let file = try Repository.files(in: "schema")["expanded.graphql"] ?? ""
    let directives = try Schema(sdl: [Source(file)]).directives.map(\.name)
    #expect(directives.sorted() == ["deprecated", "include", "oneOf", "skip", "specifiedBy"])
  }

  @Test func `Every type that clients write has a declaration of its fields`() throws {
    let written = try TypeDeclaration.domain().filter { $0.creation != nil || !$0.updates.isEmpty }
    #expect(
      Set(written.map(\.name)) == [
        "Student", "Viewer", "Family", "Subject", "Course", "Assignment", "WeightGroup", "Quote", "PlannerTask", "PortfolioItem",
        "Resource", "AttendanceRecord", "Question", "SchoolYear", "Term", "TimeSlot", "Degree", "DegreeGroup", "DegreeCourse",
        "StudyTime", "Note", "NoteTag", "MemberSettings", "Collector", "PickupTime", "AbsenceReport", "School", "SchoolClass", "StaffInvitation",
        "CardReader", "Announcement", "SchoolEvent", "SchoolActivity", "SchoolInformation", "SchoolAlbum",
        "TaskCategory", "Task", "Event", "Reminder", "CalendarFeed", "CalendarSubscription",
        "ExpenseCategory", "Expense", "Budget", "Recipe", "Meal", "ShoppingList", "Webhook", "Service",
      ])
    let attendance = try #require(written.first { $0.name == "AttendanceRecord" })
    #expect(attendance.creation?.fields.map(\.input) == ["studentId", "date", "state", "note"])
    #expect(attendance.bounds["note"] == .text(characters: 0...1000, lines: .many))
  }
}
