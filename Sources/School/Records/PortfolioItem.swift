import Planning
import SQL

/// `PortfolioItem` (REQ-VIEW-001).
enum PortfolioItem: EntityType {
  enum Column: String, ColumnName {
    case studentID = "student_id"
  }

  static let entity = Entity<Viewer>(
    "PortfolioItem", table: "portfolio_items", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 20_000, bytes: 12 << 20),
    order: [.descending("date")],
    stored: [.family: ["id", "title", "date", "note", "link", "student", "createdAt", "updatedAt", "version"]],
    characters: ["note": 10_000, "link": 2_000])

  static let mutations = EntityMutations(
    of: entity, name: "portfolioItem",
    values: { input throws(MutationFailure) in
      try input.reference("studentId", "student_id", isRequired: true)
        + input.text("title", "title", characters: 1...500, isRequired: true)
        + input.value("date", "date", .date, input.date("date"), isRequired: true)
        + input.text("note", "note", characters: 0...10_000, lines: .many)
        + input.value("link", "link", .text, input.url("link"))
    }, references: ["portfolio_items_student": "studentId"])
}
