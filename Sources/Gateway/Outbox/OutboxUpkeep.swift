import Logging
import Postgres

/// The job that gives up lost and expired messages of an outbox, and reads the state of the outbox for the metrics.
struct OutboxUpkeep<Message: OutboxMessage>: Sendable {
  let outbox: Outbox<Message>
  /// How many days messages are kept that have ended.
  let keepDays: Int
  let history: OutboxHistory<Message.Outcome>
  /// The name of one message in the log.
  let noun: String
  /// The level at which the log reports a message that has expired.
  let expiryLevel: Logger.Level
  let logger: Logger

  private static var interval: Duration { .seconds(10) }

  func job(_ name: String, failure: String) -> Job {
    Job(name, failure: failure, at: .warning, retry: Self.interval) { _ in
      let givenUp = try await outbox.giveUp(keeping: keepDays)
      for message in givenUp { log(message) }
      history.note(givenUp: givenUp, try await outbox.state())
      return Self.interval
    }
  }

  private func log(_ message: GivenUpMessage) {
    let metadata: Logger.Metadata = ["message": "\(message.id)", "kind": "\(message.kind)"]
    if message.isUnknown {
      logger.error(
        "whether a \(noun) was sent is not known, since its server did not come back; it is not sent again",
        metadata: metadata)
    } else {
      logger.log(level: expiryLevel, "a \(noun) could not be sent before it expired", metadata: metadata)
    }
  }
}

extension Job {
  static func messages(
    _ pool: ConnectionPool, _ options: JobOptions, _ history: OutboxHistory<MessageState>, _ logger: Logger
  ) -> Job {
    OutboxUpkeep(
      outbox: Outbox<WaitingMessage>(pool: pool), keepDays: options.messageDays, history: history, noun: "message",
      expiryLevel: .error, logger: logger
    ).job("messages", failure: "the outbox cannot be kept in order")
  }

  static func pushes(
    _ pool: ConnectionPool, _ options: JobOptions, _ history: OutboxHistory<PushResult>, _ logger: Logger
  ) -> Job {
    OutboxUpkeep(
      outbox: Outbox<WaitingPush>(pool: pool), keepDays: options.messageDays, history: history, noun: "push",
      expiryLevel: .warning, logger: logger
    ).job("pushes", failure: "pushes cannot be kept in order")
  }
}
