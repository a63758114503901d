import Planning
package import SQL
package import SessionTokens
import SignedPaths

/// The address of a file: the claim that it has, as SQL writes it down and the server reads it.
///
///     /files/AB5lN…
///
/// It holds the account, the file, and the row and the place through which it was read; and no session: signing out does not end it. It
/// proves no right: the server asks the database whether the account sees that row there still.
package struct FileAddress: Hashable, Sendable {
  /// The folder of all these paths.
  package static let folder = "/files/"

  /// The form of the file: 0 for the file itself, 1 to 3 for a small, a medium and a large thumbnail.
  package let variant: UInt8
  package let place: FilePlace
  package let accountID: UUIDValue
  /// The row that led to the file; the file itself where it was read by its id.
  package let rowID: UUIDValue
  package let fileID: UUIDValue

  /// Reads the subject of a claim.
  ///
  ///     variant ‖ account ‖ place ‖ row ‖ file
  package init?(subject: [UInt8]) {
    guard subject.count == 50, let place = FilePlace(rawValue: subject[17]) else { return nil }
    func id(_ start: Int) -> UUIDValue? { subject[start..<start + 16].withUnsafeBufferPointer { UUIDValue(bytes: $0) } }
    guard let account = id(1), let row = id(18), let file = id(34) else { return nil }
    (variant, self.place) = (subject[0], place)
    (accountID, rowID, fileID) = (account, row, file)
  }
}

extension FileAddress {
  /// The claim of the address of a file.
  ///
  ///     int4send(…) || '\x00'::bytea || uuid_send($1) || '\x03'::bytea || uuid_send(parents_2.key) || uuid_send(files_2.id)
  static func claim(_ file: RowReference<Viewer>, _ variant: SQL) -> SQL {
    """
    (\(AddressSlot.bytes) || \(variant) || uuid_send(\(file.viewer(.accountID))) || \(FilePlace.claim(file)) \
    || uuid_send(\(file["id"])))
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
