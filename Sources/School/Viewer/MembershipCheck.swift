package import SQL

/// The two statements that every transaction for a signed-in viewer begins with: they set the scope that
/// row-level security compares with, and read or require what the viewer is at this moment. They share the round trip
/// of the statements they guard, so a membership that ended a moment ago already counts.
package struct MembershipCheck: Sendable {
  private let viewer: AccountViewer
  private let endsSession: Bool

  /// - Parameter endsSession: whether the transaction ends the viewer's session. Of two that do, the second waits: with the
  ///   lock that others share, each would wait for the other.
  package init(of viewer: AccountViewer, endsSession: Bool = false) {
    self.viewer = viewer
    self.endsSession = endsSession
  }

  /// In this order, before every other statement of the transaction.
  package var statements: [Statement] { [Viewer.account(viewer).scopeStatement, check] }

  /// The same for a transaction that changes something: the session and the membership cannot end before it does, and
  /// where they have, the last of these statements fails, so that PostgreSQL skips whatever was sent behind it.
  package var lockingStatements: [Statement] { [Viewer.account(viewer).scopeStatement, requirement] }

  /// What an error of `lockingStatements` is when the check does not hold.
  package static let failure = SQLState.invalidAuthorization

  /// Whose account the member is, and its role, are keys, and the member itself: so much has to stay. What else it has may
  /// be written, or two changes of one's own settings would wait for each other.
  private var requirement: Statement {
    var binds: [SQLValue] = [.uuid(viewer.accountID), .uuid(viewer.sessionID)]
    var (join, lock) = ("", "")
    if let membership = viewer.membership {
      binds += [.uuid(membership.familyID), .uuid(membership.memberID), .text(membership.role.rawValue)]
      join = """
        JOIN members ON members.family_id = $3 AND members.id = $4 AND members.account_id = sessions.account_id \
        AND members.role = $5
        """ + " "
      lock = " FOR KEY SHARE OF members"
    }
    return Statement(
      text: """
        SELECT require_standing(EXISTS (SELECT FROM sessions JOIN accounts ON accounts.id = sessions.account_id \(join)\
        WHERE sessions.account_id = $1 AND sessions.id = $2 AND \(Self.isOpen) FOR \(endsSession ? "NO KEY UPDATE" : "SHARE") OF sessions\(lock)))
        """, binds: binds)
  }

  private static let isOpen =
    "sessions.ended_at IS NULL AND sessions.expires_at > now() AND accounts.disabled_at IS NULL"

  /// One row as long as the session lives: the membership that the token names, null where it has ended.
  private var check: Statement {
    Statement(
      text: """
        SELECT members.role \
        FROM sessions JOIN accounts ON accounts.id = sessions.account_id \
        LEFT JOIN members ON members.family_id = $1 AND members.id = $2 \
        AND members.account_id = sessions.account_id \
        WHERE sessions.account_id = $3 AND sessions.id = $4 AND \(Self.isOpen)
        """,
      binds: [
        viewer.membership.map { .uuid($0.familyID) } ?? .null(.uuid),
        viewer.membership.map { .uuid($0.memberID) } ?? .null(.uuid),
        .uuid(viewer.accountID), .uuid(viewer.sessionID),
      ])
  }

  /// Whether the viewer is what its token says, by the rows of `statements`.
  package func holds(in rows: [Rows]) -> Bool {
    guard rows.count >= 2, rows[1].count == 1 else { return false }
    return rows[1].text(row: 0, column: 0) == viewer.membership?.role.rawValue
  }
}
