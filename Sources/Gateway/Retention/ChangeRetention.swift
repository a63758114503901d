package import Postgres
import SQL

/// The time for which `Family.changes` knows what changed. Any number of processes may forget at the same time.
package struct ChangeRetention: Sendable {
  /// The number of families that one transaction takes.
  private static let familiesAtOnce: Int32 = 200

  private let pool: ConnectionPool
  private let days: Int32
  private let objects: Int32

  /// - Parameters:
  ///   - pool: of the role `hatched_worker`.
  ///   - days: what changed before is forgotten.
  ///   - objects: of how many objects a family's changes are kept at most: the latest.
  package init(pool: ConnectionPool, days: Int, objects: Int) {
    self.pool = pool
    self.days = Int32(clamping: days)
    self.objects = Int32(clamping: objects)
  }

  /// Goes through all families once.
  /// - Parameter isStopping: asked before each transaction.
  package func pass(isStopping: @Sendable () -> Bool = { false }) async throws {
    var last: UUIDValue?
    repeat {
      if isStopping() { return }
      let sql: SQL = """
        SELECT forget_changes(\(bind: last.map { .uuid($0) } ?? .null(.uuid)), \(bind: .int4(Self.familiesAtOnce)), \
        \(bind: .int4(days)), \(bind: .int4(objects)))
        """
      let statement = sql.statement
      let rows = try await pool.withTransaction(for: .process, isolation: .readCommitted) { transaction in
        try await transaction.run([statement])
      }
      last = rows[0].uuid(row: 0, column: 0)
    } while last != nil
  }
}

extension Job {
  static func changes(_ pool: ConnectionPool, _ options: JobOptions) -> Job {
    let retention = ChangeRetention(pool: pool, days: options.changeDays, objects: options.changedObjects)
    return Job("changes", failure: "old changes could not be forgotten") { isStopping in
      try await retention.pass(isStopping: isStopping)
      return .day
    }
  }
}
