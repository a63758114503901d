import Planning
import SQL

/// `GroupRequest` (ME-14): a family that asks to join a group, as the moderators see it.
enum GroupRequest: EntityType {
  static let constraints: [ConstraintRule] = [
    .unreachable("group_requests_group", "a function writes it, which holds the group"),
    .unreachable("group_requests_display_name", "the input has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "GroupRequest", table: "group_requests", scope: .groupModeration, visibility: .wholeScope, extent: .small,
    order: [.ascending("created_at")], isVersioned: false, stored: [.signedIn: ["id", "displayName"]])
}
