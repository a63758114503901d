import Gateway
import Logging
import Mail
import Postgres
import SQL
import Domain
import ServiceLifecycle

/// Sends the messages that changes have put into the outbox.
struct OutboxService: Service {
  let outbox: Outbox
  let carriers: [(MessageChannel, MessageCarrier)]
  let composer: MessageComposer
  let options: MailOptions
  let rounds: OutboxRounds
  let history: OutboxHistory
  let signal: AbortSignal

  func run() async throws {
    await rounds.waitForAdmission()
    await withGracefulShutdownHandler {
      await withTaskGroup { group in
        for (channel, carrier) in carriers {
          let sender = OutboxSender(
            outbox: outbox, channel: channel, carrier: carrier, composer: composer, lease: options.lease, hint: rounds.hint,
            history: history, logger: rounds.logger)
          group.addTask { await sender.run() }
        }
        group.addTask { await rounds.run(failure: "the outbox cannot be kept in order", keepOrder) }
      }
    } onGracefulShutdown: {
      rounds.hint.end()
      signal.abort(after: OutboxRounds.patience)
    }
  }

  private func keepOrder() async throws {
    let givenUp = try await outbox.giveUp(keeping: options.keepMessages)
    for message in givenUp {
      let metadata: Logger.Metadata = ["message": "\(message.id)", "kind": "\(message.kind)"]
      if message.isUnknown {
        rounds.logger.error(
          "whether a message was sent is not known, since its server did not come back; it is not sent again", metadata: metadata)
      } else {
        rounds.logger.error("a message could not be sent before it expired", metadata: metadata)
      }
    }
    let (waiting, oldest) = try await outbox.state()
    history.note(givenUp: givenUp, waiting: waiting, oldestSeconds: oldest)
  }
}
