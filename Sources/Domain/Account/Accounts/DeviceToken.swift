import SQL
import SessionTokens

/// A token that makes a device known to an account: 256 random bits. The database has its hash alone.
struct DeviceToken: Sendable {
  let text: String

  static func random() -> DeviceToken { DeviceToken(text: RefreshToken.random().text) }

  var hash: SQLValue { .hash(of: text) }
}
