import SQL
import Domain

extension UUIDValue {
  static func key(_ number: UInt64) -> UUIDValue { UUIDValue(high: 0, low: number) }
}

extension Viewer {
  static let withoutFamily = Viewer.account(.of(nil))
  static let parent = Viewer.account(.of(.parent))
  static let student = Viewer.account(.of(.student))
}

extension AccountViewer {
  /// Account 1 in session 2, and in a role member 4 of family 3.
  static func of(_ role: Role?) -> AccountViewer {
    AccountViewer(
      accountID: .key(1), sessionID: .key(2),
      membership: role.map { Membership(familyID: .key(3), memberID: .key(4), role: $0) })
  }
}
