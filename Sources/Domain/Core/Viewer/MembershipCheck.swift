package import Planning
package import SQL

/// The two statements that every transaction for a signed-in viewer begins with: they set the scope that
/// row-level security compares with, and read or require what the viewer is at this moment. They share the round trip
/// of the statements they guard, so a membership that ended a moment ago already counts.
package struct MembershipCheck: Sendable {
  private let viewer: AccountViewer
  private let scope: VersionScope

  /// - Parameter scope: the parts of the database's state that the statements behind the check depend on.
  package init(of viewer: AccountViewer, reading scope: VersionScope = VersionScope()) {
    self.viewer = viewer
    self.scope = scope
  }

  /// In this order, before every other statement of a transaction that only reads. The places come before the check, since the next
  /// boundary of time may be one of theirs.
  package var statements: [Statement] {
    let places = scope.readsPlaces ? PlaceCheck(of: viewer, readingGroupDirectory: scope.readsGroupDirectory).statements : []
    return [Viewer.account(viewer).scopeStatement] + places + [check]
  }

  /// The place of the check among the statements.
  private var position: Int { scope.readsPlaces ? 3 : 1 }

  /// The same where PostgreSQL has to decide: when the membership has ended the last of these statements fails, so that
  /// whatever was sent behind it is skipped. They lock nothing.
  package var requiringStatements: [Statement] { [Viewer.account(viewer).scopeStatement, requirement] }

  /// The same for a transaction that changes something: the first locks of `LockOrder`, held until it ends. The session and
  /// the membership cannot end before it does.
  /// - Parameter endedSessions: the sessions that the transaction ends. They are locked exclusively: of two
  ///   transactions that end one session the second waits; with the shared lock of other transactions, the two would
  ///   deadlock.
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

  /// Whether the versions of the family count changes that the member may not see: a school has barred it from a student, or anybody
  /// from another student, whose pickups students do not see then.
  private static func hidesChanges(_ family: String, _ member: String) -> String {
    """
    EXISTS (SELECT 1 FROM pickup_guardians barred WHERE barred.family_id = \(family) AND barred.is_barred \
    AND (barred.member_id = \(member) OR members.role = 'STUDENT'))
    """
  }

  /// One row as long as the session lives: the membership that the token names, null where it has ended; the time, and that at which
  /// the session ends; whether the versions hide changes; and the stamps of the versions that this snapshot has. For the holder of an
  /// address, one row as long as the account may be used.
  private var check: Statement {
    let membership = viewer.membership
    let texts = viewer.holdsAddress ? Self.addressTexts : Self.checkTexts
    let text = texts[membership == nil ? 0 : 1][(scope.readsRequests ? 1 : 0) + (scope.readsDirectory ? 2 : 0)]
    return Statement(
      text: "\(text.columns)\(scope.moment.map { ", \($0)" } ?? "")\(text.source)",
      binds: [.uuid(viewer.accountID)] + (viewer.holdsAddress ? [] : [.uuid(viewer.sessionID)])
        + (membership.map { [.uuid($0.familyID), .uuid($0.memberID)] } ?? []))
  }

  /// The text of the check, without and with a membership; of each without and with the requests to join, and then the same with the
  /// directory: made once, since each request has it.
  private static let checkTexts = [false, true].map { hasMembership in
    variants.map { checkText(hasMembership: hasMembership, readsRequests: $0.requests, readsDirectory: $0.directory) }
  }

  /// The same for holders of addresses.
  private static let addressTexts = [false, true].map { hasMembership in
    variants.map { checkText(hasMembership: hasMembership, readsRequests: $0.requests, readsDirectory: $0.directory, ofAddress: true) }
  }

  private static let variants = [false, true].flatMap { directory in [false, true].map { (requests: $0, directory: directory) } }

  /// Each table costs as much as all that the check compares, so an account without a family, as staff have, reads none of a family's.
  /// - Returns: the beginning with the columns, and what follows them.
  private static func checkText(
    hasMembership: Bool, readsRequests: Bool, readsDirectory: Bool, ofAddress: Bool = false
  ) -> (columns: String, source: String) {
    let (family, member) = ofAddress ? ("$2", "$3") : ("$3", "$4")
    let membership =
      hasMembership ? ["members.role", hidesChanges(family, member), "home.stamp"] : ["NULL::text", "false", "NULL::uuid"]
    var columns = [
      membership[0], "now()", ofAddress ? "'infinity'::timestamptz" : "sessions.expires_at", membership[1], "epochs.epoch", "own.stamp",
      membership[2],
    ]
    if readsRequests {
      columns.append(
        hasMembership
          ? "(SELECT requests.stamp FROM family_versions requests WHERE requests.family_id = \(family) AND requests.part = 'REQUESTS')"
          : "NULL::uuid")
    }
    if readsDirectory { columns.append("directory_version()") }
    let joins = """
      LEFT JOIN members ON members.family_id = \(family) AND members.id = \(member) \
      AND members.account_id = \(ofAddress ? "accounts.id" : "sessions.account_id") \
      LEFT JOIN family_versions home ON home.family_id = \(family) AND home.part = 'FAMILY'
      """ + " "
    let people = ofAddress ? "accounts" : "sessions JOIN accounts ON accounts.id = sessions.account_id"
    let condition =
      ofAddress
      ? "accounts.id = $1 AND accounts.disabled_at IS NULL" : "sessions.account_id = $1 AND sessions.id = $2 AND \(isOpen)"
    return (
      "SELECT \(columns.joined(separator: ", "))",
      """
       FROM \(people) \(hasMembership ? joins : "")\
      LEFT JOIN account_versions own ON own.account_id = $1 \
      LEFT JOIN version_epochs epochs ON true \
      WHERE \(condition)
      """
    )
  }

  /// Whether the viewer is what its token says, by the rows of `statements`.
  package func holds(in rows: [Rows]) -> Bool {
    guard rows.count > position, rows[position].count == 1 else { return false }
    return rows[position].text(row: 0, column: 0) == viewer.membership?.role.rawValue
  }

  /// The versions that the rows of `statements` have. Nil where one is missing: then nothing is known of it.
  package func stamps(in rows: [Rows]) -> VersionStamps? {
    guard rows.count > position, rows[position].count == 1 else { return nil }
    let checked = rows[position]
    let required = viewer.membership == nil ? 4...5 : 4...6
    guard required.allSatisfy({ !checked.isNull(row: 0, column: $0) }) else { return nil }
    let places = scope.readsPlaces ? PlaceCheck.versions(entered: rows[1]) : []
    return VersionStamps(
      of: checked, row: 0, columns: 4..<checked.columns.count, scope, places: places, times: (now: 1, sessionEnd: 2),
      hidesChanges: checked.withCell(row: 0, column: 3) { $0.first == 1 })
  }

  /// The viewer with the places that the rows of `statements` name.
  /// - Returns: nil where they do not agree on them.
  package func viewer(in rows: [Rows]) -> Viewer? {
    guard scope.readsPlaces else { return .account(viewer) }
    guard rows.count > 2, let places = PlaceCheck(of: viewer).places(in: rows[1...2]) else { return nil }
    var viewer = viewer
    viewer.places = places
    return .account(viewer)
  }
}
