package import SQL
package import Domain

/// A message by mail or telephone that its sender has claimed.
package struct WaitingMessage: Sendable {
  package let id: UUIDValue
  package let channel: MessageChannel
  package let address: String
  /// Names a template that a server of another release may know.
  package let kind: String
  package let locale: String
  /// JSON.
  package let arguments: String
  package let code: UUIDValue?
  package let attempts: Int
  package let createdAt: Int64

  package init(
    id: UUIDValue, channel: MessageChannel, address: String, kind: String, locale: String, arguments: String, code: UUIDValue?,
    attempts: Int, createdAt: Int64
  ) {
    self.id = id
    self.channel = channel
    self.address = address
    self.kind = kind
    self.locale = locale
    self.arguments = arguments
    self.code = code
    self.attempts = attempts
    self.createdAt = createdAt
  }
}
