package import Planning
package import SQL

/// The two statements that every transaction for a signed-in viewer begins with: they set the scope that
/// row-level security compares with, and read or require what the viewer is at this moment. They share the round trip
/// of the statements they guard, so a membership that ended a moment ago already counts.
package struct MembershipCheck: Sendable {
  private let viewer: AccountViewer

  package init(of viewer: AccountViewer) { self.viewer = viewer }

  /// In this order, before every other statement of a transaction that only reads.
  /// - Parameter scope: what is read depends on that, too.
  package func statements(_ scope: VersionScope = []) -> [Statement] {
    [Viewer.account(viewer).scopeStatement, check(scope)] + (scope.contains(.places) ? PlaceCheck(of: viewer).statements : [])
  }

  /// The same where PostgreSQL has to decide: when the membership has ended the last of these statements fails, so that
  /// whatever was sent behind it is skipped. They lock nothing.
  package var requiringStatements: [Statement] { [Viewer.account(viewer).scopeStatement, requirement] }

  /// The same for a transaction that changes something: the first locks of `LockOrder`, held until it ends. The session and
  /// the membership cannot end before it does.
  /// - Parameter endedSessions: the sessions that the transaction ends. Of two that end one, the second waits: with the lock
  ///   that others share, each would wait for the other.
  package func lockingStatements(ending endedSessions: EndedSessions) -> [Statement] {
    [LockOrder.scopeStatement(of: .account(viewer)), lock(endedSessions)]
  }

  /// The error of `requiringStatements` and `lockingStatements` when the check does not hold.
  package static let failure = SQLState.invalidAuthorization

  /// One function, since it takes its locks in the order of its statements, where a `SELECT … FOR SHARE OF sessions FOR NO
  /// KEY UPDATE OF families` takes them in the order of its plan: see migrations/0024_lock_order.sql.
  private func lock(_ endedSessions: EndedSessions) -> Statement {
    let membership = viewer.membership
    return Statement(
      text: "SELECT lock_membership($1, $2, $3, $4, $5, $6)",
      binds: [
        .uuid(viewer.accountID), .uuid(viewer.sessionID), membership.map { .uuid($0.familyID) } ?? .null(.uuid),
        membership.map { .uuid($0.memberID) } ?? .null(.uuid),
        membership.map { .text($0.role.rawValue) } ?? .null(.text), .text(endedSessions.rawValue),
      ])
  }

  private var requirement: Statement {
    var binds: [SQLValue] = [.uuid(viewer.accountID), .uuid(viewer.sessionID)]
    var join = ""
    if let membership = viewer.membership {
      binds += [.uuid(membership.familyID), .uuid(membership.memberID), .text(membership.role.rawValue)]
      join = """
        JOIN members ON members.family_id = $3 AND members.id = $4 AND members.account_id = sessions.account_id \
        AND members.role = $5
        """ + " "
    }
    return Statement(
      text: """
        SELECT require_standing(EXISTS (SELECT 1 FROM sessions JOIN accounts ON accounts.id = sessions.account_id \(join)\
        WHERE sessions.account_id = $1 AND sessions.id = $2 AND \(Self.isOpen)))
        """, binds: binds)
  }

  private static let isOpen =
    "sessions.ended_at IS NULL AND sessions.expires_at > now() AND accounts.disabled_at IS NULL"

  /// One row as long as the session lives: the membership that the token names, null where it has ended; and the stamps of the
  /// versions that this snapshot has.
  private func check(_ scope: VersionScope) -> Statement {
    var stamps = ["epochs.epoch", "own.stamp", "home.stamp"]
    if scope.contains(.requests) {
      stamps.append(
        "(SELECT requests.stamp FROM family_versions requests WHERE requests.family_id = $1 AND requests.part = 'REQUESTS')")
    }
    if scope.contains(.clock) { stamps.append("next_boundary()") }
    return Statement(
      text: """
        SELECT members.role, \(stamps.joined(separator: ", ")) \
        FROM sessions JOIN accounts ON accounts.id = sessions.account_id \
        LEFT JOIN members ON members.family_id = $1 AND members.id = $2 \
        AND members.account_id = sessions.account_id \
        LEFT JOIN account_versions own ON own.account_id = $3 \
        LEFT JOIN family_versions home ON home.family_id = $1 AND home.part = 'FAMILY' \
        LEFT JOIN version_epochs epochs ON true \
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

  /// The versions that the rows of `statements` have. Nil where one is missing: then nothing is known of it.
  /// - Parameter scope: that of `statements`.
  package func stamps(in rows: [Rows], _ scope: VersionScope) -> VersionStamps? {
    guard rows.count >= 2, rows[1].count == 1 else { return nil }
    let required = viewer.membership == nil ? 1...2 : 1...3
    guard required.allSatisfy({ !rows[1].isNull(row: 0, column: $0) }) else { return nil }
    let places = scope.contains(.places) && rows.count > 2 ? PlaceCheck.versions(entered: rows[2]) : []
    return VersionStamps(of: rows[1], row: 0, columns: 1..<rows[1].columns.count, scope, places: places)
  }

  /// The viewer with the places that the rows of `statements` name.
  /// - Parameter scope: that of `statements`.
  /// - Returns: nil where they do not agree on them.
  package func viewer(in rows: [Rows], _ scope: VersionScope) -> Viewer? {
    guard scope.contains(.places) else { return .account(viewer) }
    guard rows.count >= 4, let places = PlaceCheck(of: viewer).places(in: rows[2...3]) else { return nil }
    var viewer = viewer
    viewer.places = places
    return .account(viewer)
  }
}
