package import SQL
package import Domain

/// A message that its sender has claimed.
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

  /// Nil where there is no row.
  init?(_ rows: Rows) {
    guard rows.count == 1, let id = rows.uuid(row: 0, column: 0),
      let channel = rows.text(row: 0, column: 1).flatMap({ MessageChannel(rawValue: $0) }),
      let address = rows.text(row: 0, column: 2), let kind = rows.text(row: 0, column: 3),
      let locale = rows.text(row: 0, column: 4), let arguments = rows.text(row: 0, column: 5),
      let createdAt = rows.int8(row: 0, column: 8)
    else { return nil }
    self.init(
      id: id, channel: channel, address: address, kind: kind, locale: locale, arguments: arguments,
      code: rows.uuid(row: 0, column: 6), attempts: Int(rows.int4(row: 0, column: 7) ?? 0),
      createdAt: createdAt)
  }
}
