import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `Resource` (REQ-VIEW-002).
  static var resource: Entity {
    Entity(
      "Resource", table: "resources", scope: .family, visibility: .wholeScope, extent: .unbounded,
      quota: Quota(rows: 10_000, bytes: 8 << 20),
      order: [.ascending("title")],
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "title": .column("title", .text, access: .family),
        "link": .column("link", .text, characters: 2_000, access: .family),
        "note": .column("note", .text, characters: 10_000, access: .family),
        "subject": .toOne(foreignKey: "subject_id", access: .family),
        "createdAt": .column("created_at", .timestamptz, access: .family),
        "updatedAt": .column("updated_at", .timestamptz, access: .family),
        "version": .column("version", .int4, access: .family),
      ])
  }
}

extension EntityMutations {
  /// REQ-VIEW-002.
  static let resource = EntityMutations(
    typeName: "Resource", name: "resource",
    values: { input throws(MutationFailure) in
      try input.text("title", "title", characters: 1...500, isRequired: true)
        + input.value("link", "link", .text, input.url("link"))
        + input.text("note", "note", characters: 0...10_000, lines: .many)
        + input.reference("subjectId", "subject_id")
    }, references: ["resources_subject": "subjectId"])
}
