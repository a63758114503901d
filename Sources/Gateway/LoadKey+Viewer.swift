package import Postgres
import SQL
import Domain

extension LoadKey.Kind {
  // Below `count`.
  static let family = LoadKey.Kind(rawValue: 1)!
  static let account = LoadKey.Kind(rawValue: 2)!
  static let network = LoadKey.Kind(rawValue: 3)!

  /// As metrics name them.
  package static let names: [(kind: LoadKey.Kind, name: String)] = [
    (.process, "process"), (.family, "family"), (.account, "account"), (.network, "network"),
  ]
}

extension LoadKey {
  /// The party that pays for a viewer's use of the database: the family; else the account; else the network. All requests
  /// from unknown networks are one party.
  init(_ viewer: Viewer?, _ network: () -> ClientNetwork?) {
    switch viewer {
    case .account(let account):
      if let membership = account.membership {
        self.init(.family, high: membership.familyID.high, low: membership.familyID.low)
      } else {
        self.init(.account, high: account.accountID.high, low: account.accountID.low)
      }
    // Anybody can make up the token of a reader.
    case .anonymous, .reader, nil:
      let bytes = network()?.bytes ?? []
      // 4 bytes of an IPv4 address, 7 of an IPv6 one.
      self.init(.network, high: UInt64(bytes.count), low: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
  }
}
