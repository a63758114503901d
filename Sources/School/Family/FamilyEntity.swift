import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `Family`: the row that is the scope of all others.
  static var family: Entity {
    Entity(
      "Family", table: "families", key: "family_id", scope: .family, visibility: .wholeScope, extent: .small,
      resolvers: [
        "id": .column("family_id", .uuid, access: .family),
        "name": .column("name", .text, access: .family),
        "timeZone": .column("time_zone", .text, access: .family),
        "members": .toMany(key: "family_id", access: .family),
        "parents": .toMany(key: "family_id", access: .family),
        "students": .toMany(key: "family_id", access: .family),
        "createdAt": .column("created_at", .timestamptz, access: .family),
        "updatedAt": .column("updated_at", .timestamptz, access: .family),
      ])
  }
}
