import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `Subject` (REQ-CURR-001…003).
  static var subject: Entity {
    Entity(
      "Subject", table: "subjects", scope: .family, visibility: .wholeScope, extent: .small,
      quota: Quota(rows: 500, bytes: 4 << 20),
      order: [.ascending("name")],
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "name": .column("name", .text, access: .family),
        "description": .column("description", .text, characters: 10_000, access: .family),
        "courses": .toMany(key: "subject_id", access: .family),
        "createdAt": .column("created_at", .timestamptz, access: .family),
        "updatedAt": .column("updated_at", .timestamptz, access: .family),
        "version": .column("version", .int4, access: .family),
      ])
  }
}
