import Gateway
import Logging
import Mail
import Postgres
import SQL
import School
import ServiceLifecycle

/// Sends the messages that changes have put into the outbox.
struct OutboxService: Service {
  let outbox: Outbox
  let carriers: [(MessageChannel, MessageCarrier)]
  let composer: MessageComposer
  let options: MailOptions
  let admission: Admission
  let hint: MessageHint
  let history: OutboxHistory
  let signal: AbortSignal
  let logger: Logger

  /// How often it is looked what nobody came back to.
  private static let interval = Duration.seconds(10)
  /// How long a message that is being sent may go on once the server is told to end.
  private static let patience = Duration.seconds(4)

  func run() async throws {
    while !admission.isOpen && !Task.isShuttingDownGracefully && !Task.isCancelled {
      await cancelWhenGracefulShutdown { try? await Task.sleep(for: .milliseconds(100)) }
    }
    await withGracefulShutdownHandler {
      await withTaskGroup { group in
        for (channel, carrier) in carriers {
          let sender = OutboxSender(
            outbox: outbox, channel: channel, carrier: carrier, composer: composer, lease: options.lease, hint: hint,
            history: history, logger: logger)
          group.addTask { await sender.run() }
        }
        group.addTask { await keepOrder() }
      }
    } onGracefulShutdown: {
      hint.end()
      signal.abort(after: Self.patience)
    }
  }

  private func keepOrder() async {
    while !hint.isEnding && !Task.isCancelled {
      do {
        let givenUp = try await outbox.giveUp(keeping: options.keepMessages)
        for message in givenUp {
          let metadata: Logger.Metadata = ["message": "\(message.id)", "kind": "\(message.kind)"]
          if message.isUnknown {
            logger.error(
              "whether a message was sent is not known, since its server did not come back; it is not sent again", metadata: metadata)
          } else {
            logger.error("a message could not be sent before it expired", metadata: metadata)
          }
        }
        let (waiting, oldest) = try await outbox.state()
        history.note(givenUp: givenUp, waiting: waiting, oldestSeconds: oldest)
      } catch {
        logger.warning("the outbox cannot be kept in order", metadata: ["why": "\(error)"])
      }
      let end = ContinuousClock.now + Self.interval
      while !hint.isEnding, !Task.isCancelled, .now < end {
        await hint.wait(after: hint.generation, atMost: end - .now)
      }
    }
  }
}
