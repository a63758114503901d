import Planning
import SQL

/// `PickupCard` (BG-08): a parent's card at a school. No viewer sees the hash of its id.
enum PickupCard: EntityType {
  enum Column: String, ColumnName {
    case id
    case blockedAt = "blocked_at"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("pickup_cards_member", "a change holds the row of its own member"),
    .notFound("pickup_cards_school", ["schoolId"]),
  ]

  static let entity = Entity<Viewer>(
    "PickupCard", table: "pickup_cards", scope: .family, visibility: .parents, extent: .small,
    order: [.descending("created_at")],
    stored: [.family: ["id", "blockedAt", "createdAt"]],
    resolvers: [
      "parent": .toOne(foreignKey: "member_id", access: .family),
      "schoolId": .column("school_id", .uuid, access: .family),
      "school": .toOne(foreignKey: "school_id", access: .family),
    ])
}
