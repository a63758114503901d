package import SQL
package import SessionTokens
import SignedPaths

/// The address of an upload. Whether the upload waits still, and the account has its place, is asked of the database.
///
///     /uploads/AB5lN…
package struct UploadAddress: Hashable, Sendable {
  /// The folder of all these paths.
  package static let folder = "/uploads/"

  package let accountID: UUIDValue
  package let uploadID: UUIDValue

  package init(accountID: UUIDValue, uploadID: UUIDValue) {
    self.accountID = accountID
    self.uploadID = uploadID
  }

  /// Reads a claim: the ids of the account and of the upload.
  init?(claim: [UInt8]) {
    guard claim.count == 32 else { return nil }
    func id(_ start: Int) -> UUIDValue? { claim[start..<start + 16].withUnsafeBufferPointer { UUIDValue(bytes: $0) } }
    guard let account = id(0), let upload = id(16) else { return nil }
    (accountID, uploadID) = (account, upload)
  }

  /// Signs and reads addresses of uploads. They have no slot: the database says when they end.
  package struct Signer: Sendable {
    private let signer: PathSigner

    package init(_ secrets: SecretKeys) { signer = PathSigner(secrets, for: "uploads") }

    /// The address that has a claim.
    /// - Returns: nil for bytes that are no claim of an upload.
    package func address(signing bytes: [UInt8]) -> String? {
      UploadAddress(claim: bytes).map { _ in UploadAddress.folder + signer.text(signing: bytes) }
    }

    /// Reads an address.
    /// - Returns: nil for one that this server did not give.
    package func read(_ path: String) -> UploadAddress? {
      guard path.hasPrefix(UploadAddress.folder) else { return nil }
      return signer.message(in: path.dropFirst(UploadAddress.folder.count)).flatMap { UploadAddress(claim: $0) }
    }
  }
}
