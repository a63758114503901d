package import Planning
package import SQL

/// A message that a change puts into the outbox, in its own transaction: see migrations/0048_outbox.sql.
package struct OutgoingMessage: Sendable {
  package let id: UUIDValue
  package let channel: MessageChannel
  package let address: String
  package let kind: MessageKind
  /// The language as a BCP 47 tag, such as `de-AT`. A language without templates reads English.
  package let locale: String
  package let way: MessageWay?
  package let code: UUIDValue?
  package let account: UUIDValue?
  package let lifetime: Int

  /// - Parameters:
  ///   - id: the same id again is the same message.
  ///   - address: an address of ASCII, or a number of E.164 such as `+4366012345678`.
  ///   - way: for `wayAdded` and `wayRemoved`.
  ///   - code: the row that an `AddressCode` is derived from, for kinds that have one.
  ///   - account: the account that is told; nil where there is none. It must exist in this transaction.
  ///   - lifetime: the seconds for which the message is worth sending: as long as its code is good.
  package init(
    id: UUIDValue = .random(), by channel: MessageChannel, to address: String, _ kind: MessageKind, locale: String = "en",
    way: MessageWay? = nil, code: UUIDValue? = nil, account: UUIDValue?, lifetime: Int
  ) {
    self.id = id
    self.channel = channel
    self.address = address
    self.kind = kind
    self.locale = locale
    self.way = way
    self.code = code
    self.account = account
    self.lifetime = lifetime
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// Puts a message into the outbox. An address that got too many is quietly left out.
  package func enqueue(_ message: OutgoingMessage) async throws(MutationFailure) {
    // Values of an enum: nothing in them needs an escape.
    let arguments = message.way.map { #"{"\#(MessageArgument.way.rawValue)":"\#($0.rawValue)"}"# } ?? "{}"
    try await call(
      .enqueueMessage(
        message: message.id, channel: message.channel.rawValue, address: message.address, kind: message.kind.rawValue,
        locale: message.locale, arguments: .literal(arguments, .jsonb), code: message.code, account: message.account,
        expiresIn: Int32(clamping: message.lifetime)))
  }
}
