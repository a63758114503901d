import Planning
import SQL

/// `JoinRequest` (REQ-FAM-003): those that are open, which no parent has answered.
enum JoinRequest: EntityType {
  enum Column: String, ColumnName {
    case name, email, state
    case accountID = "account_id"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("join_requests_account", "a change holds the row of its account"),
    .unreachable("join_requests_name_check", "copied from the account, which has the same bounds"),
    .unreachable("join_requests_email_check", "copied from the account, which has the same bounds"),
    .unreachable("join_requests_state_check", "the server writes the state"),
    .conflict("join_requests_pending", ["code"], "You have asked this family already: wait for a parent, or take it back with withdrawJoinRequest."),
  ]

  static let entity = Entity<Viewer>(
    "JoinRequest", table: "join_requests", scope: .family, visibility: .parentsOrOwner, extent: .unbounded,
    quota: Quota(rows: 5_000, bytes: 4 << 20),
    order: [.ascending("created_at")], restriction: { request in isOpen({ request[$0] }, until: expiry) }, version: VersionScope.requests,
    stored: [.family: ["id", "name", "email", "createdAt", "expiresAt"]])

  /// A request to join the family lapses.
  private static let expiry = Boundary.next("expires_at", of: "join_requests", in: .family)

  /// Whether a parent may still answer: see migrations/0030_end_of_join_requests.sql.
  fileprivate static func isOpen(_ column: (String) -> SQL, until expiry: Boundary) -> SQL {
    "\(column("state")) = 'PENDING' AND \(column("expires_at")) > \(now: expiry)"
  }
}

/// `OwnJoinRequest`: the open requests of the account in scope, to whatever family. The function of the database leaves
/// out the family, of which the account is to know nothing yet.
///
///     SELECT * FROM own_join_requests() AS requests WHERE requests.state = 'PENDING' AND requests.expires_at > now()
enum OwnJoinRequest: EntityType {
  static let entity = Entity<Viewer>(
    computed: "OwnJoinRequest", named: "own_join_requests", key: "id", .uuid,
    scope: .account,
    stored: [.signedIn: ["id", "createdAt", "expiresAt"]],
    resolvers: ["status": .column("state", .text, access: .signedIn)]
  ) { _, _ in
    """
    SELECT * FROM \(unescaped: "own_join_requests()", reading: .version(VersionScope.requests)) AS requests \
    WHERE \(JoinRequest.isOpen({ "requests.\(identifier: $0)" }, until: expiry))
    """
  }

  /// A request of the account lapses.
  private static let expiry = Boundary(
    "own_join_requests.expires_at",
    next: "(SELECT min(ends.expires_at) FROM own_join_requests() ends WHERE ends.expires_at > now())")
}

extension Visibility where Viewer == Domain.Viewer {
  /// To parents alone.
  static var parents: Visibility { Visibility { viewer, _ in viewer == .parent ? nil : "false" } }

  /// To parents, and to the account that the row is of.
  static var parentsOrOwner: Visibility {
    Visibility { viewer, row in viewer == .parent ? nil : "\(row["account_id"]) = \(row.viewer(.accountID))" }
  }
}
