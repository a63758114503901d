package import Files
package import Postgres
import SQL

/// The end of uploads after a day, of files that no row has used for a day, and of the bytes of all files that are gone. Any number of
/// processes may do it at the same time; a crash leaves what the next pass does.
package struct FileUpkeep: Sendable {
  private let pool: ConnectionPool
  private let wakeUp: WakeUp?
  private let store: any FileStore
  private let folder: FilesFolder
  private let rowsAtOnce: Int32

  /// - Parameters:
  ///   - pool: of the role `hatched_worker`.
  ///   - wakeUp: nil where nobody waits in this process.
  ///   - folder: where uploads arrive.
  package init(pool: ConnectionPool, wakeUp: WakeUp? = nil, store: any FileStore, folder: FilesFolder, rowsAtOnce: Int = 200) {
    self.pool = pool
    self.wakeUp = wakeUp
    self.store = store
    self.folder = folder
    self.rowsAtOnce = Int32(clamping: rowsAtOnce)
  }

  /// Goes through all that has to end.
  /// - Parameter isStopping: asked before each transaction.
  package func pass(isStopping: @Sendable () -> Bool = { false }) async throws {
    try await endUploads(isStopping)
    _ = try await pool.repeated("end_files", atOnce: rowsAtOnce, waking: wakeUp, isStopping: isStopping)
    try await deleteBytes(isStopping)
  }

  private func endUploads(_ isStopping: @Sendable () -> Bool) async throws {
    while !isStopping() {
      let ended: SQL = "SELECT id FROM end_uploads(\(bind: .int4(rowsAtOnce))) AS ended (id)"
      let rows = try await pool.transaction([ended.statement], waking: wakeUp)[0]
      if rows.count == 0 { return }
      for id in Self.ids(rows) { await IncomingFile.remove(at: folder.incoming(id)) }
    }
  }

  /// The tombstones go once the bytes have gone.
  private func deleteBytes(_ isStopping: @Sendable () -> Bool) async throws {
    var last: UUIDValue?
    while !isStopping() {
      let buried: SQL = """
        SELECT id FROM buried_files(\(bind: last.map { .uuid($0) } ?? .null(.uuid)), \(bind: .int4(rowsAtOnce))) AS buried (id)
        """
      let ids = Self.ids(try await pool.transaction([buried.statement], waking: nil)[0])
      if ids.isEmpty { return }
      try await store.delete(ids)
      for id in ids { await IncomingFile.remove(at: folder.incoming(id)) }
      let forgotten: SQL = "SELECT forget_buried_files(\(bind: .uuidArray(ids)))"
      _ = try await pool.transaction([forgotten.statement], waking: nil)
      last = ids.last
    }
  }

  private static func ids(_ rows: Rows) -> [UUIDValue] { (0..<rows.count).compactMap { rows.uuid(row: $0, column: 0) } }
}

extension Job {
  /// - Parameter upkeep: knows the store.
  package static func files(_ upkeep: FileUpkeep) -> Job {
    let interval = Duration.seconds(60)
    return Job("files", failure: "files and uploads that have ended could not be deleted", retry: interval) { isStopping in
      try await upkeep.pass(isStopping: isStopping)
      return interval
    }
  }
}
