package import SQL
package import SessionTokens
import SignedPaths

/// The address of a report card: the claim that it has, as SQL writes it down and the server reads it.
///
///     /report-cards/0198a1b2-0000-7000-8000-000000000001.pdf?AB5lN…
///
/// The address holds the viewer's account and membership, and no session: signing out does not end it. It proves no right: the server runs
/// the query of the report card as that viewer.
package struct ReportCardAddress: Hashable, Sendable {
  /// The folder of all these paths.
  package static let folder = "/report-cards/"

  package enum Format: String, CaseIterable, Sendable {
    case pdf = "PDF"
    case csv = "CSV"

    /// The ending of a file's name.
    package var ending: String { rawValue.lowercased() }
  }

  package let viewer: AccountViewer
  package let studentID: UUIDValue
  package let termID: UUIDValue?
  package let schoolYearID: UUIDValue?
  package let format: Format
  /// A value of `PaperSize`; nil for the paper of the family's time zone.
  package let paper: String?
  /// Nil for the language of the viewer's settings.
  package let language: String?

  /// The ids that every claim has, in this order: account, family, member, student.
  static let idCount = 4

  /// The flag of a claim with a term, and of one with a school year.
  enum Scope: UInt8 {
    case term = 1
    case schoolYear = 2
  }

  /// Reads the subject of a claim.
  ///
  ///     flags ‖ account ‖ family ‖ member ‖ student ‖ [term] ‖ [school year] ‖ "PARENT PDF A4 de"
  package init?(subject: [UInt8]) {
    guard let flags = subject.first, flags <= 3 else { return nil }
    var rest = subject.dropFirst()
    func id() -> UUIDValue? {
      guard rest.count >= 16 else { return nil }
      defer { rest = rest.dropFirst(16) }
      return rest.prefix(16).withUnsafeBufferPointer { UUIDValue(bytes: $0) }
    }
    var ids: [UUIDValue] = []
    for _ in 0..<Self.idCount {
      guard let next = id() else { return nil }
      ids.append(next)
    }
    var scopes: [UUIDValue?] = []
    for scope in [Scope.term, .schoolYear] {
      guard flags & scope.rawValue != 0 else {
        scopes.append(nil)
        continue
      }
      guard let next = id() else { return nil }
      scopes.append(next)
    }
    guard let text = String(validating: rest, as: UTF8.self) else { return nil }
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    guard words.count == 4, let role = Role(rawValue: words[0]), let format = Format(rawValue: words[1]) else { return nil }
    viewer = AccountViewer(
      holdingAddress: ids[0], membership: Membership(familyID: ids[1], memberID: ids[2], role: role))
    studentID = ids[3]
    (termID, schoolYearID) = (scopes[0], scopes[1])
    self.format = format
    paper = words[2] == "-" ? nil : words[2]
    language = words[3].isEmpty ? nil : words[3]
  }

  /// The path without what is signed.
  private var file: String { "\(studentID).\(format.ending)" }
}

extension ReportCardAddress {
  /// Signs and reads addresses of report cards.
  package struct Signer: Sendable {
    private let signer: PathSigner

    package init(_ secrets: SecretKeys) { signer = PathSigner(secrets, for: "report cards") }

    /// The address that has a claim.
    /// - Returns: nil for bytes that are no claim of a report card.
    package func address(signing bytes: [UInt8]) -> String? {
      guard let path = SignedPath(bytes), let address = ReportCardAddress(subject: path.subject) else { return nil }
      return "\(ReportCardAddress.folder)\(address.file)?\(signer.text(signing: bytes))"
    }

    /// Reads an address.
    /// - Parameters:
    ///   - path: as it came, up to the question mark.
    ///   - query: as it came, behind the question mark.
    ///   - now: seconds since 1970-01-01 00:00 UTC.
    /// - Returns: nil for an address that this server did not give, and for one that is no longer good; and the seconds for which it is.
    package func read(path: String, query: String?, at now: Int64) -> (address: ReportCardAddress, secondsLeft: Int64)? {
      guard let query, let signed = signer.path(in: query, at: now), let left = signed.slot.secondsLeft(at: now),
        let address = ReportCardAddress(subject: signed.subject), path == ReportCardAddress.folder + address.file
      else { return nil }
      return (address, left)
    }
  }
}
