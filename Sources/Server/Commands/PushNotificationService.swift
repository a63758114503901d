import Gateway
import Logging
import Push
import ServiceLifecycle

/// Sends the pushes that notifications have put into the outbox, and keeps their part of the outbox in order.
struct PushNotificationService: Service {
  let outbox: PushOutbox
  /// Nil where there are no keys.
  let sender: (sender: PushSender, client: HTTP2Client)?
  /// For how many days pushes are kept that were not sent.
  let keepDays: Int
  let admission: Admission
  let hint: MessageHint
  let history: PushHistory
  let logger: Logger

  /// How often it is looked what nobody came back to.
  private static let interval = Duration.seconds(10)
  /// How long pushes that are under way may go on once the server is told to end.
  private static let patience = Duration.seconds(4)

  func run() async throws {
    while !admission.isOpen && !Task.isShuttingDownGracefully && !Task.isCancelled {
      await cancelWhenGracefulShutdown { try? await Task.sleep(for: .milliseconds(100)) }
    }
    await withGracefulShutdownHandler {
      await withTaskGroup { group in
        if let (sender, client) = sender {
          let task = PushOutboxSender(outbox: outbox, sender: sender, hint: hint, history: history, logger: logger)
          group.addTask {
            await task.run()
            client.end()
          }
        }
        group.addTask { await keepOrder() }
      }
    } onGracefulShutdown: {
      hint.end()
      if let client = sender?.client {
        Task {
          try? await Task.sleep(for: Self.patience)
          client.end()
        }
      }
    }
  }

  private func keepOrder() async {
    while !hint.isEnding && !Task.isCancelled {
      do {
        let givenUp = try await outbox.giveUp(keeping: keepDays)
        for push in givenUp {
          let metadata: Logger.Metadata = ["message": "\(push.id)", "kind": "\(push.kind)"]
          if push.isUnknown {
            logger.error(
              "whether a push was sent is not known, since its server did not come back; it is not sent again", metadata: metadata)
          } else {
            logger.warning("a push could not be sent before it expired", metadata: metadata)
          }
        }
        history.note(givenUp: givenUp, try await outbox.state())
      } catch {
        logger.warning("pushes cannot be kept in order", metadata: ["why": "\(error)"])
      }
      let end = ContinuousClock.now + Self.interval
      while !hint.isEnding, !Task.isCancelled, .now < end {
        await hint.wait(after: hint.generation, atMost: end - .now)
      }
    }
  }
}
