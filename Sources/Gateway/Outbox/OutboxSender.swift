package import Logging
package import Mail
import SQL
package import Domain

/// Sends the messages of one channel, one after the other, until it is told to end. Several may work beside each other, in one process
/// or in many.
package struct OutboxSender: Sendable {
  /// How often the outbox is looked into, where nothing wakes it before.
  private static let interval = Duration.seconds(1)

  private let outbox: Outbox
  private let channel: MessageChannel
  private let carrier: MessageCarrier
  private let composer: MessageComposer
  private let lease: Int
  private let hint: OutboxSignal
  private let history: OutboxHistory
  private let logger: Logger
  private let id = UUIDValue.random()

  /// - Parameter lease: the number of seconds for which a message is claimed: longer than it can take to send one.
  package init(
    outbox: Outbox, channel: MessageChannel, carrier: MessageCarrier, composer: MessageComposer, lease: Int, hint: OutboxSignal,
    history: OutboxHistory, logger: Logger
  ) {
    self.outbox = outbox
    self.channel = channel
    self.carrier = carrier
    self.composer = composer
    self.lease = lease
    self.hint = hint
    self.history = history
    self.logger = logger
  }

  package func run() async {
    var finished: FinishedMessage?
    var pause = SenderPause(hint, logger)
    while !isEnding {
      let generation = hint.generation
      do {
        guard try await outbox.isDue(channel) || finished != nil else {
          await carrier.rest()
          await hint.wait(after: generation, atMost: Self.interval)
          continue
        }
        // Before a message is claimed: as long as nothing can be sent, none is at risk.
        if let why = await carrier.open() {
          history.noteTrouble()
          await pause.rest("messages cannot be sent", why, channel: channel.rawValue)
          continue
        }
        pause.reset()
        try await sendAll(&finished)
      } catch {
        await pause.rest("the outbox cannot be read", "\(error)", channel: channel.rawValue)
      }
    }
    // The outcome of the last one is still to be recorded. The pool is open until then.
    if finished != nil { _ = try? await exchange(&finished, isLast: true) }
    await carrier.rest()
  }

  private var isEnding: Bool { hint.isEnding || Task.isCancelled }

  /// Until there is no message any more, or the carrier fails.
  /// - Parameter finished: the last message, until the database knows what came of it.
  private func sendAll(_ finished: inout FinishedMessage?) async throws {
    while !isEnding {
      guard let message = try await exchange(&finished) else { return }
      let outcome = await send(message)
      finished = FinishedMessage(id: message.id, outcome: outcome)
      log(outcome, message)
      // Whether the server is still there is seen before the next message is claimed.
      if case .delivery(.failed) = outcome { break }
      if case .delivery(.unknown) = outcome { break }
    }
    if finished != nil { try await exchange(&finished, isLast: true) }
  }

  @discardableResult
  private func exchange(_ finished: inout FinishedMessage?, isLast: Bool = false) async throws -> WaitingMessage? {
    let hadFinished = finished != nil
    let (state, next) = try await outbox.exchange(by: id, finished, next: isLast ? nil : channel, for: lease)
    if hadFinished { history.note(state) }
    finished = nil
    return next
  }

  private func send(_ message: WaitingMessage) async -> FinishedMessage.Outcome {
    if isEnding { return .released }
    do {
      return .delivery(await carrier.send(try composer.compose(message)))
    } catch {
      // Another release may know how.
      return .delivery(.failed(code: 0, why: "\(error)"))
    }
  }

  /// Neither the address nor a text goes into the log.
  private func log(_ outcome: FinishedMessage.Outcome, _ message: WaitingMessage) {
    var metadata: Logger.Metadata = [
      "message": "\(message.id)", "kind": "\(message.kind)", "channel": "\(channel.rawValue)", "attempt": "\(message.attempts + 1)",
    ]
    switch outcome {
    case .delivery(.sent): logger.info("a message was sent", metadata: metadata)
    case .delivery(.refused(let code)):
      metadata["code"] = "\(code)"
      logger.warning("a message was refused for good", metadata: metadata)
    case .delivery(.failed(let code, let why)):
      metadata["code"] = "\(code)"
      metadata["why"] = "\(why)"
      logger.warning("a message was not accepted", metadata: metadata)
    case .delivery(.unknown(let why)):
      metadata["why"] = "\(why)"
      logger.error("whether a message was sent is not known; it is not sent again", metadata: metadata)
    case .released: break
    }
  }
}
