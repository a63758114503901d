import Gateway
import Logging
import Push
import ServiceLifecycle

/// Sends the pushes that notifications have put into the outbox, and keeps their part of the outbox in order.
struct PushNotificationService: Service {
  let outbox: PushOutbox
  /// Nil where there are no keys.
  let sender: (sender: PushSender, client: HTTP2Client)?
  /// The number of days for which pushes are kept that were not sent.
  let keepDays: Int
  let rounds: OutboxRounds
  let history: PushHistory

  func run() async throws {
    await rounds.waitForAdmission()
    await withGracefulShutdownHandler {
      await withTaskGroup { group in
        if let (sender, client) = sender {
          let task = PushOutboxSender(outbox: outbox, sender: sender, hint: rounds.hint, history: history, logger: rounds.logger)
          group.addTask {
            await task.run()
            client.end()
          }
        }
        group.addTask { await rounds.run(failure: "pushes cannot be kept in order", keepOrder) }
      }
    } onGracefulShutdown: {
      rounds.hint.end()
      guard let client = sender?.client else { return }
      Task {
        try? await Task.sleep(for: OutboxRounds.patience)
        client.end()
      }
    }
  }

  private func keepOrder() async throws {
    let givenUp = try await outbox.giveUp(keeping: keepDays)
    for push in givenUp {
      let metadata: Logger.Metadata = ["message": "\(push.id)", "kind": "\(push.kind)"]
      if push.isUnknown {
        rounds.logger.error(
          "whether a push was sent is not known, since its server did not come back; it is not sent again", metadata: metadata)
      } else {
        rounds.logger.warning("a push could not be sent before it expired", metadata: metadata)
      }
    }
    history.note(givenUp: givenUp, try await outbox.state())
  }
}
