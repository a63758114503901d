/// The ways in which messages are sent.
package enum MessageCarrier: Sendable {
  case mail(SMTPConnection)
  case telephone(TelephoneWebhook)
  /// Standard output, for development: codes and links are secrets otherwise.
  case print

  /// - Returns: the reason why nothing can be sent now; nil if it can.
  package func open() async -> String? {
    if case .mail(let connection) = self { return await connection.open() }
    return nil
  }

  /// There is nothing to send for some time.
  package func rest() async {
    if case .mail(let connection) = self { await connection.close() }
  }

  package func send(_ message: ComposedMessage) async -> DeliveryOutcome {
    switch self {
    case .mail(let connection): return await connection.send(message)
    case .telephone(let webhook): return await webhook.send(message)
    case .print:
      StandardOutput.write(message.page)
      return .sent
    }
  }
}

extension ComposedMessage {
  /// As a person reads it on a terminal.
  package var page: String {
    let isTelephone = address.hasPrefix("+")
    let text = isTelephone ? text.short : "Subject: \(text.subject)\n\n\(text.plain)"
    return """
      ---- message to \(address) (\(kind), \(language)) ----
      \(text)
      ---- end of message ----

      """
  }
}
