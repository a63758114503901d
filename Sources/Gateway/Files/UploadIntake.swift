package import Files
package import SQL

/// Examines files that have come, and writes them anew.
package protocol UploadIntake: Sendable {
  func accept(_ path: String, name: String, owner: UUIDValue, sha256: [UInt8]?) async throws(FileRefusal) -> AcceptedFile
}

extension FileIntake: UploadIntake {}
