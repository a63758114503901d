import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `PortfolioItem` (REQ-VIEW-001).
  static var portfolioItem: Entity {
    Entity(
      "PortfolioItem", table: "portfolio_items", scope: .family, visibility: .wholeScope, extent: .unbounded,
      quota: Quota(rows: 20_000, bytes: 12 << 20),
      order: [.descending("date")],
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "title": .column("title", .text, access: .family),
        "date": .column("date", .date, access: .family),
        "note": .column("note", .text, characters: 10_000, access: .family),
        "link": .column("link", .text, characters: 2_000, access: .family),
        "student": .toOne(foreignKey: "student_id", access: .family),
        "createdAt": .column("created_at", .timestamptz, access: .family),
        "updatedAt": .column("updated_at", .timestamptz, access: .family),
        "version": .column("version", .int4, access: .family),
      ])
  }
}

extension EntityMutations {
  /// REQ-VIEW-001.
  static let portfolioItem = EntityMutations(
    typeName: "PortfolioItem", name: "portfolioItem",
    values: { input throws(MutationFailure) in
      try input.reference("studentId", "student_id", isRequired: true)
        + input.text("title", "title", characters: 1...500, isRequired: true)
        + input.value("date", "date", .date, input.date("date"), isRequired: true)
        + input.text("note", "note", characters: 0...10_000, lines: .many)
        + input.value("link", "link", .text, input.url("link"))
    }, references: ["portfolio_items_student": "studentId"])
}
