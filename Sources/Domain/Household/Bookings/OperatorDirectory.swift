import Planning
package import SQL

/// How operators admit providers to the directory. Everything here runs with the rights of the owner.
package enum OperatorDirectory {
  /// A provider as operators see it.
  package struct Summary: Sendable {
    package let id: String
    package let state: String
    package let createdAt: String
    package let name: String
    package let area: String?
    package let services: String
  }

  /// The providers: those that wait to be admitted first, and then by name.
  /// - Parameter isAll: whether to list those as well that are admitted or withdrawn.
  /// - Throws: `StatementError`.
  package static func all(isAll: Bool, on transaction: some Transaction) async throws(StatementError) -> [Summary] {
    let condition: SQL = isAll ? "true" : "known.directory_id IS NULL"
    let query: SQL = """
      SELECT known.id::text, CASE WHEN known.is_listed THEN 'ADMITTED' WHEN known.directory_id IS NULL THEN 'WAITING' ELSE 'WITHDRAWN' END, \
      to_char(known.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), known.name, known.area, \
      (SELECT count(*)::text FROM services offered WHERE offered.account_id = known.account_id AND offered.ended_at IS NULL) \
      FROM providers known WHERE \(condition) ORDER BY known.directory_id IS NOT NULL, known.name, known.id
      """
    let found = try await transaction.run([query.statement])[0]
    func text(_ row: Int, _ column: Int) -> String { found.text(row: row, column: column) ?? "" }
    return (0..<found.count).map { row in
      Summary(
        id: text(row, 0), state: text(row, 1), createdAt: text(row, 2), name: text(row, 3), area: found.text(row: row, column: 4),
        services: text(row, 5))
    }
  }

  /// Admits a provider to the directory, or takes it out of the lists of the directory: bookings stay, and there are no new ones.
  /// - Returns: its name; nil for no such provider, and for one that is withdrawn before it was ever admitted.
  /// - Throws: `StatementError`.
  package static func set(
    _ provider: UUIDValue, isListed: Bool, on transaction: some Transaction
  ) async throws(StatementError) -> String? {
    let directory: SQL = "\(bind: .uuid(Viewer.directoryID))"
    let lock: SQL = "SELECT known.name FROM providers known WHERE known.id = \(bind: .uuid(provider)) FOR NO KEY UPDATE"
    let change: SQL = """
      UPDATE providers AS known SET is_listed = \(bind: .bool(isListed)), directory_id = \(isListed ? directory : "known.directory_id"), \
      version = known.version + 1, updated_at = now() WHERE known.id = \(bind: .uuid(provider)) \
      AND (\(bind: .bool(isListed)) OR known.directory_id IS NOT NULL) RETURNING known.name
      """
    let services: SQL = """
      UPDATE services AS offered SET directory_id = known.directory_id FROM providers known \
      WHERE known.id = \(bind: .uuid(provider)) AND offered.account_id = known.account_id \
      AND offered.directory_id IS DISTINCT FROM known.directory_id
      """
    let changed = try await transaction.run([lock.statement, change.statement, services.statement])[1]
    return changed.count == 1 ? changed.text(row: 0, column: 0) : nil
  }
}
