package import Domain
package import Logging
package import Mail

/// Delivers the messages of one channel, one after the other.
package struct MessageDelivery: OutboxDelivery {
  package typealias Message = WaitingMessage

  package let selection: MessageChannel
  package let lease: Int
  private let carrier: MessageCarrier
  private let composer: MessageComposer
  private let logger: Logger

  package init(
    _ channel: MessageChannel, by carrier: MessageCarrier, composer: MessageComposer, lease: Int, logger: Logger
  ) {
    selection = channel
    self.lease = lease
    self.carrier = carrier
    self.composer = composer
    self.logger = logger
  }

  package var channel: String { selection.rawValue }
  package var room: Int { 1 }
  package var interval: Duration { .seconds(1) }
  /// The message has ended before the worker does: one attempt records it.
  package var patience: Duration { .zero }

  package func isDue(in outbox: Outbox<WaitingMessage>) async throws -> Bool { try await outbox.isDue(selection) }
  package func open() async -> String? { await carrier.open() }
  package func close() async { await carrier.rest() }

  package func deliver(_ message: WaitingMessage) async -> FinishedMessage {
    let outcome = await outcome(of: message)
    log(outcome, message)
    return FinishedMessage(id: message.id, outcome: .delivery(outcome))
  }

  package func released(_ message: WaitingMessage) -> FinishedMessage {
    FinishedMessage(id: message.id, outcome: .released)
  }

  /// After a failure the worker looks for the server before it claims the next message.
  package func isRecordedAlone(_ finished: FinishedMessage) -> Bool {
    switch finished.outcome {
    case .delivery(.failed), .delivery(.unknown): true
    case .delivery(.sent), .delivery(.refused), .released: false
    }
  }

  private func outcome(of message: WaitingMessage) async -> DeliveryOutcome {
    do {
      return await carrier.send(try composer.compose(message))
    } catch {
      // Another release may know how.
      return .failed(code: 0, why: "\(error)")
    }
  }

  /// Neither the address nor a text goes into the log.
  private func log(_ outcome: DeliveryOutcome, _ message: WaitingMessage) {
    var metadata: Logger.Metadata = [
      "message": "\(message.id)", "kind": "\(message.kind)", "channel": "\(channel)",
      "attempt": "\(message.attempts + 1)",
    ]
    switch outcome {
    case .sent: logger.info("a message was sent", metadata: metadata)
    case .refused(let code):
      metadata["code"] = "\(code)"
      logger.warning("a message was refused for good", metadata: metadata)
    case .failed(let code, let why):
      metadata["code"] = "\(code)"
      metadata["why"] = "\(why)"
      logger.warning("a message was not accepted", metadata: metadata)
    case .unknown(let why):
      metadata["why"] = "\(why)"
      logger.error("whether a message was sent is not known; it is not sent again", metadata: metadata)
    }
  }
}
