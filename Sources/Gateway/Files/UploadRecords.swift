package import Domain
package import Files
package import SQL

/// The uploads in the database. An address is the proof of the right to it: nothing here has a viewer.
package protocol UploadRecords: Sendable {
  /// Nil for an upload that is unknown, expired, refused or withdrawn, or whose account has lost its place.
  func upload(_ address: UploadAddress) async throws -> KnownUpload?

  /// Notes how many bytes have come.
  func noteReceived(_ count: Int, _ address: UploadAddress) async throws

  /// Refuses the upload for good.
  func refuse(_ reason: FileRefusal.Reason, _ address: UploadAddress) async throws

  /// Whether the caller is the first to store the bytes, and alone writes them under the id of the upload.
  func claim(_ address: UploadAddress) async throws -> Bool

  /// Notes that the file is in the store.
  /// - Parameters:
  ///   - storedBytes: those of all variants together.
  ///   - id: where the store has them.
  /// - Returns: false for an upload that has ended meanwhile, or is stored.
  func store(_ file: UploadedFile, storedBytes: Int, under id: UUIDValue, _ address: UploadAddress) async throws -> Bool

  func withdraw(_ address: UploadAddress) async throws
}
