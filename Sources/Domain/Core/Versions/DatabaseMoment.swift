package import SQL

/// Tells whether anything may have been committed in the database since it was last asked.
///
/// A change takes a transaction id, and a commit moves the snapshot: while the snapshot is the same, nothing was committed. A server
/// that was started since, or that took the place of another, has another start time. On a distributed PostgreSQL this does not hold:
/// a change of one shard takes no id on the coordinator.
package enum DatabaseMoment {
  package static let statement = Statement(
    text: "SELECT concat_ws(' ', pg_current_snapshot(), pg_postmaster_start_time())")

  /// - Parameter rows: the answer to `statement`.
  package static func text(of rows: Rows) -> String? { rows.text(row: 0, column: 0) }
}
