import Planning
import SQL

/// `EndedMembership`: a place in a family that somebody else has taken from the account in scope.
enum EndedMembership: EntityType {
  /// `ended_memberships.reason` of the database.
  enum Reason: String, Sendable {
    case familyDeleted = "FAMILY_DELETED"
    case removed = "REMOVED"
  }

  static let entity = Entity<Viewer>(
    "EndedMembership", table: "ended_memberships", scope: .account,
    visibility: .wholeScope, extent: .small, order: [.descending("created_at")],
    stored: [.signedIn: ["familyName", "reason", "endedBy"]],
    resolvers: ["endedAt": .column("created_at", .timestamptz, access: .signedIn)])
}
