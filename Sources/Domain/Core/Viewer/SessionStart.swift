package import SQL

/// Starts a session of an account: what a new session token stands for.
package struct SessionStart: Sendable {
  private let accountID: UUIDValue
  private let sessionID: UUIDValue
  private let days: Int

  /// - Parameters:
  ///   - sessionID: a new one.
  ///   - days: the number of days for which the session lasts.
  package init(of accountID: UUIDValue, as sessionID: UUIDValue, days: Int) {
    self.accountID = accountID
    self.sessionID = sessionID
    self.days = days
  }

  /// Must run with the rights of the owner: before there is a session there is no scope.
  /// - Returns: the viewer of the new session; nil when there is no such account, or it is disabled.
  /// - Throws: `StatementError`.
  package func run(on transaction: some Transaction) async throws(StatementError) -> AccountViewer? {
    let insert: SQL = """
      INSERT INTO sessions (account_id, id, expires_at) \
      SELECT id, \(bind: .uuid(sessionID)), now() + make_interval(days => \(bind: .int4(Int32(days)))) \
      FROM accounts WHERE id = \(bind: .uuid(accountID)) AND disabled_at IS NULL RETURNING account_id
      """
    let membership: SQL = """
      SELECT family_id, id, role FROM members WHERE account_id = \(bind: .uuid(accountID)) \
      ORDER BY created_at, family_id LIMIT 1
      """
    let results = try await transaction.run([insert.statement, membership.statement])
    guard results.count == 2, results[0].count == 1 else { return nil }
    return AccountViewer(accountID: accountID, sessionID: sessionID, membership: Membership(results[1]))
  }
}

extension Membership {
  /// The first of rows of family, member and role; nil when there is none.
  fileprivate init?(_ rows: Rows) {
    guard rows.count > 0, let family = rows.uuid(row: 0, column: 0), let member = rows.uuid(row: 0, column: 1),
      let role = rows.text(row: 0, column: 2).flatMap(Role.init(rawValue:))
    else { return nil }
    self.init(familyID: family, memberID: member, role: role)
  }
}
