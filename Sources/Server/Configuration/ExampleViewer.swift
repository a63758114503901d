import ArgumentParser
import SQL
import Domain

/// A viewer that stands for all of a role: each of its ids is different from all else, so that a bound
/// value tells what it is.
struct ExampleViewer {
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case parent, student, account, anonymous
  }

  let viewer: Viewer

  private static let accountID = UUIDValue(high: 0xA0A0_0000_0000_7000, low: 0x8000_0000_0000_00A1)
  private static let sessionID = UUIDValue(high: 0xA0A0_0000_0000_7000, low: 0x8000_0000_0000_00A2)
  private static let familyID = UUIDValue(high: 0xA0A0_0000_0000_7000, low: 0x8000_0000_0000_00A3)
  private static let memberID = UUIDValue(high: 0xA0A0_0000_0000_7000, low: 0x8000_0000_0000_00A4)

  init(_ kind: Kind) {
    func account(_ role: Role?) -> Viewer {
      .account(
        AccountViewer(
          accountID: Self.accountID, sessionID: Self.sessionID,
          membership: role.map { Membership(familyID: Self.familyID, memberID: Self.memberID, role: $0) }))
    }
    viewer =
      switch kind {
      case .parent: account(.parent)
      case .student: account(.student)
      case .account: account(nil)
      case .anonymous: .anonymous
      }
  }

  /// The names of the viewer's ids.
  static let names = ["account_id", "session_id", "family_id", "member_id"]

  /// The name of the viewer's value that this is, if it is one.
  static func name(of value: SQLValue) -> String? {
    let id: UUIDValue? =
      switch value {
      case .uuid(let id): id
      case .text(let text): UUIDValue(text)
      default: nil
      }
    return switch id {
    case accountID: "account_id"
    case sessionID: "session_id"
    case familyID: "family_id"
    case memberID: "member_id"
    default: nil
    }
  }
}
