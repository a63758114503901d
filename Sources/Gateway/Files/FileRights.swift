package import Domain
package import Postgres
package import SQL

/// A file that an account sees, as the database knows it.
package struct SeenFile: Sendable {
  /// The id under which the store has it.
  package let storedID: UUIDValue
  package let name: String
  package let mediaType: String
  package let kind: String
  package let sha256: [UInt8]
}

/// Asks the database whether the right of an address holds, and remembers the answer for less than a second: a page of pictures that is
/// read in parts asks once.
package final class FileRights: Sendable {
  private struct Answer: Sendable {
    let file: SeenFile?
    let time: ContinuousClock.Instant
  }

  /// The time for which an answer counts. A right that ends is refused within a second.
  private static let memory = Duration.milliseconds(800)

  private let pool: ConnectionPool
  private let answers = BoundedCache<FileAddress, Answer>(maximumCount: 10_000)

  /// - Parameter pool: of the role `hatched_app`.
  package init(pool: ConnectionPool) { self.pool = pool }

  /// - Returns: nil where the account does not see the file there.
  /// - Throws: when the database does not answer.
  package func file(_ address: FileAddress) async throws -> SeenFile? {
    let asked = ContinuousClock.now
    if let known = answers.value(for: address), known.time.duration(to: asked) < Self.memory { return known.file }
    let statement: SQL = """
      SELECT stored_id, name, media_type, kind, sha256 FROM file_of_address(\(bind: .uuid(address.accountID)), \
      \(bind: .text(address.place.name)), \(bind: .uuid(address.rowID)), \(bind: .uuid(address.fileID)))
      """
    let load = Load(LoadKey(.account, high: address.accountID.high, low: address.accountID.low), isLight: true)
    let rows = try await pool.snapshot([statement.statement], for: load)[0]
    let file = Self.file(rows)
    answers.replace(Answer(file: file, time: asked), for: address)
    return file
  }

  private static func file(_ rows: Rows) -> SeenFile? {
    guard rows.count == 1, let storedID = rows.uuid(row: 0, column: 0), let name = rows.text(row: 0, column: 1),
      let mediaType = rows.text(row: 0, column: 2), let kind = rows.text(row: 0, column: 3), !rows.isNull(row: 0, column: 4)
    else { return nil }
    return SeenFile(
      storedID: storedID, name: name, mediaType: mediaType, kind: kind, sha256: rows.withCell(row: 0, column: 4) { Array($0) })
  }
}
