package import Files

/// The uploads in the database. An address is the proof of the right to it: nothing here has a viewer.
package protocol UploadRecords: Sendable {
  /// Nil for an upload that is unknown, expired, refused or withdrawn, or whose account has lost its place.
  func upload(_ address: UploadKey) async throws -> KnownUpload?

  /// Notes how many bytes have come.
  func noteReceived(_ count: Int, _ address: UploadKey) async throws

  /// Refuses the upload for good.
  func refuse(_ reason: FileRefusal.Reason, _ address: UploadKey) async throws

  /// Notes that the file is in the store.
  /// - Parameter storedBytes: those of all variants together.
  /// - Returns: false for an upload that has ended meanwhile.
  func store(_ file: UploadedFile, storedBytes: Int, _ address: UploadKey) async throws -> Bool

  func withdraw(_ address: UploadKey) async throws
}
