import Planning
import SQL

/// `CalendarFeed` (ME-07): each member sees its own. The hash of the secret in its address is in a table of its own.
enum CalendarFeed: WritableType {
  enum Column: String, ColumnName {
    case id, name, kinds
    case memberID = "member_id"
    case memberIDs = "member_ids"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("calendar_feeds_member", "the viewer is a member, and holds the family"),
    .unreachable("calendar_feeds_name", "the input has the same bounds"),
    .unreachable("calendar_feeds_kinds", "an enum of the input has the values, each once"),
    .unreachable("calendar_feeds_member_ids", "the input has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "CalendarFeed", table: "calendar_feeds", scope: .family, visibility: .ownRows, extent: .small,
    quota: Quota(rows: 500, bytes: 1 << 20), order: [.ascending("name")],
    stored: [.family: ["id", "name", "createdAt", "updatedAt", "version"]],
    resolvers: [
      "kinds": .column("kinds", .textArray, access: .family),
      "members": .toMany(through: CalendarFeedMember.self, from: .feedID, to: .memberID, access: .family),
    ])
}

/// A member whose entries a feed has. No table has these rows, and no object of the schema shows them.
enum CalendarFeedMember: EntityType {
  enum Column: String, ColumnName {
    case feedID = "feed_id"
    case memberID = "member_id"
  }

  static let entity = Entity<Viewer>(
    view: "CalendarFeedMember", named: "calendar_feed_members", key: "feed_id", scope: .family, order: [], stored: [:]
  ) { viewer in
    """
    SELECT feed.family_id, feed.id AS feed_id, named.id AS member_id FROM calendar_feeds feed \
    CROSS JOIN LATERAL unnest(feed.member_ids) AS named (id) WHERE feed.family_id = \(viewer(.familyID))
    """
  }
}
