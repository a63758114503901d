import Planning
package import SQL
package import SessionTokens
import SignedPaths

/// The address of a file: the claim that it has, as SQL writes it down and the server reads it.
///
///     /files/AB5lN…
///
/// It holds the account, the home and whether the file was seen through rows that use it, and no session: signing out does not end it. It
/// proves no right: the server asks the database whether the account sees the file there still.
package struct FileAddress: Hashable, Sendable {
  /// The folder of all these paths.
  package static let folder = "/files/"

  /// A form of the file: its value is a byte of the claim.
  package enum Variant: UInt8, CaseIterable, Sendable {
    case original, small, medium, large
  }

  package let variant: Variant
  /// Whether rows of the home use the file; else the account has sent it.
  package let isThroughRows: Bool
  package let accountID: UUIDValue
  package let homeID: UUIDValue
  package let fileID: UUIDValue

  /// Reads the subject of a claim.
  ///
  ///     variant ‖ through rows ‖ account ‖ home ‖ file
  package init?(subject: [UInt8]) {
    guard subject.count == 50, let variant = Variant(rawValue: subject[0]), subject[1] <= 1 else { return nil }
    func id(_ start: Int) -> UUIDValue? { subject[start..<start + 16].withUnsafeBufferPointer { UUIDValue(bytes: $0) } }
    guard let account = id(2), let home = id(18), let file = id(34) else { return nil }
    self.variant = variant
    isThroughRows = subject[1] == 1
    (accountID, homeID, fileID) = (account, home, file)
  }
}

extension FileAddress {
  /// The claim of the address of a file.
  ///
  ///     int4send(…) || '\x00'::bytea || CASE WHEN files_1.unused_since IS NULL THEN '\x01'::bytea ELSE '\x00'::bytea END
  ///     || uuid_send($1) || uuid_send(files_1.home_id) || uuid_send(files_1.id)
  static func claim(_ file: RowReference<Viewer>, _ variant: SQL) -> SQL {
    """
    (\(AddressSlot.bytes) || \(variant) \
    || CASE WHEN \(file["unused_since"]) IS NULL THEN '\\x01'::bytea ELSE '\\x00'::bytea END \
    || uuid_send(\(file.viewer(.accountID))) || uuid_send(\(file["home_id"])) || uuid_send(\(file["id"])))
    """
  }

  /// The byte of a thumbnail; null for a document.
  static func thumbnail(_ file: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL {
    let size: SQL = arguments.isGiven("size") ? "\(arguments.value("size", as: .operand(.text)))" : "'MEDIUM'"
    return """
      CASE WHEN \(file["kind"]) = 'PICTURE' THEN \
      CASE \(size) WHEN 'SMALL' THEN '\\x01'::bytea WHEN 'LARGE' THEN '\\x03'::bytea ELSE '\\x02'::bytea END END
      """
  }

  /// Signs and reads addresses of files.
  package struct Signer: Sendable {
    private let signer: PathSigner

    package init(_ secrets: SecretKeys) { signer = PathSigner(secrets, for: "files") }

    /// The address that has a claim.
    /// - Returns: nil for bytes that are no claim of a file.
    package func address(signing bytes: [UInt8]) -> String? {
      guard let path = SignedPath(bytes), FileAddress(subject: path.subject) != nil else { return nil }
      return FileAddress.folder + signer.text(signing: bytes)
    }

    /// Reads an address.
    /// - Parameters:
    ///   - path: as it came.
    ///   - now: seconds since 1970-01-01 00:00 UTC.
    /// - Returns: nil for an address that this server did not give, and for one that is no longer good; and the seconds for which it is.
    package func read(_ path: String, at now: Int64) -> (address: FileAddress, secondsLeft: Int64)? {
      guard path.hasPrefix(FileAddress.folder), let signed = signer.path(in: path.dropFirst(FileAddress.folder.count), at: now),
        let left = signed.slot.secondsLeft(at: now), let address = FileAddress(subject: signed.subject)
      else { return nil }
      return (address, left)
    }
  }
}
