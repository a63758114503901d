package import Domain
package import Files
package import Postgres
package import SQL
import SessionTokens

/// The uploads in the database, by functions with rights of their own: see migrations/functions/files/.
package struct DatabaseUploads: UploadRecords {
  private let pool: ConnectionPool

  /// - Parameter pool: of the role `hatched_app`.
  package init(pool: ConnectionPool) { self.pool = pool }

  package func upload(_ address: UploadAddress) async throws -> KnownUpload? {
    let statement: SQL = """
      SELECT state, name, bytes, sha256, file_name, media_type, kind, file_bytes, file_sha256, width, height \
      FROM upload_of_address(\(bind: .uuid(address.accountID)), \(bind: .uuid(address.uploadID)))
      """
    let rows = try await pool.snapshot([statement.statement], for: load(address))[0]
    guard rows.count == 1, let state = rows.text(row: 0, column: 0), let name = rows.text(row: 0, column: 1),
      let bytes = rows.int4(row: 0, column: 2)
    else { return nil }
    let sha256 = rows.bytes(row: 0, column: 3)
    guard state == "STORED" else { return KnownUpload(name: name, bytes: Int(bytes), sha256: sha256, state: .waiting) }
    guard let file = Self.file(rows, id: address.uploadID) else { return nil }
    return KnownUpload(name: name, bytes: Int(bytes), sha256: sha256, state: .stored(file))
  }

  private static func file(_ rows: Rows, id: UUIDValue) -> UploadedFile? {
    guard let name = rows.text(row: 0, column: 4), let mediaType = rows.text(row: 0, column: 5),
      let kind = rows.text(row: 0, column: 6).flatMap({ FileKind(rawValue: $0) }), let bytes = rows.int4(row: 0, column: 7),
      let sha256 = rows.bytes(row: 0, column: 8)
    else { return nil }
    return UploadedFile(
      id: id, name: name, mediaType: mediaType, kind: kind, bytes: Int(bytes), sha256: sha256,
      width: rows.int4(row: 0, column: 9).map { Int($0) }, height: rows.int4(row: 0, column: 10).map { Int($0) })
  }

  package func noteReceived(_ count: Int, _ address: UploadAddress) async throws {
    _ = try await change(
      "SELECT note_received(\(bind: .uuid(address.accountID)), \(bind: .uuid(address.uploadID)), \(bind: .int4(Int32(clamping: count))))", address)
  }

  package func refuse(_ reason: FileRefusal.Reason, _ address: UploadAddress) async throws {
    _ = try await change(
      "SELECT end_upload(\(bind: .uuid(address.accountID)), \(bind: .uuid(address.uploadID)), \(bind: .text(reason.rawValue)))", address)
  }

  package func claim(_ address: UploadAddress) async throws -> Bool {
    let claim: SQL = "claim_upload(\(bind: .uuid(address.accountID)), \(bind: .uuid(address.uploadID)))"
    return try await change("SELECT 1 WHERE \(claim)", address).count == 1
  }

  package func store(_ file: UploadedFile, storedBytes: Int, under id: UUIDValue, _ address: UploadAddress) async throws -> Bool {
    let rows = try await change(
      """
      SELECT store_file(\(bind: .uuid(address.accountID)), \(bind: .uuid(address.uploadID)), \(bind: .text(file.name)), \
      \(bind: .text(file.mediaType)), \(bind: .text(file.kind.rawValue)), \(bind: .int4(Int32(clamping: file.bytes))), \
      \(bind: .literal("\\x\(Digest(file.sha256)?.hexadecimal ?? "")", .bytea)), \(bind: .optional(file.width)), \
      \(bind: .optional(file.height)), \(bind: .int4(Int32(clamping: storedBytes))), \
      \(bind: .uuid(id)))
      """, address)
    return rows.text(row: 0, column: 0) == "STORED"
  }

  package func withdraw(_ address: UploadAddress) async throws {
    _ = try await change("SELECT end_upload(\(bind: .uuid(address.accountID)), \(bind: .uuid(address.uploadID)), NULL)", address)
  }

  /// A task that is cancelled has no effect on it: what it changes stands on the disk already.
  private func change(_ statement: SQL, _ address: UploadAddress) async throws -> Rows {
    try await pool.transaction([statement.statement], for: load(address), isolation: .readCommitted)[0]
  }

  private func load(_ address: UploadAddress) -> Load {
    Load(LoadKey(.account, high: address.accountID.high, low: address.accountID.low), isLight: true)
  }
}

extension SQLValue {
  fileprivate static func optional(_ number: Int?) -> SQLValue { number.map { .int4(Int32(clamping: $0)) } ?? .null(.int4) }
}

extension Rows {
  /// The value of a `bytea`.
  fileprivate func bytes(row: Int, column: Int) -> [UInt8]? {
    isNull(row: row, column: column) ? nil : withCell(row: row, column: column) { Array($0) }
  }
}
