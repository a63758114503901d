import Planning
import SQL

/// `Resource` (REQ-VIEW-002).
enum Resource: EntityType {
  enum Column: String, ColumnName {
    case subjectID = "subject_id"
  }

  static let entity = Entity<Viewer>(
    "Resource", table: "resources", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 10_000, bytes: 8 << 20),
    order: [.ascending("title")],
    stored: [.family: ["id", "title", "link", "note", "subject", "createdAt", "updatedAt", "version"]],
    characters: ["link": 2_000, "note": 10_000])

  static let mutations = EntityMutations(
    of: entity, name: "resource",
    values: { input throws(MutationFailure) in
      try input.text("title", "title", characters: 1...500, isRequired: true)
        + input.value("link", "link", .text, input.url("link"))
        + input.text("note", "note", characters: 0...10_000, lines: .many)
        + input.reference("subjectId", "subject_id")
    }, references: ["resources_subject": "subjectId"])
}
