/// A way to deliver the messages of one kind, for `OutboxWorker`.
package protocol OutboxDelivery: Sendable {
  associatedtype Message: OutboxMessage

  /// The name of the channel in the log.
  var channel: String { get }
  var selection: Message.Selection { get }
  /// The greatest number of messages that one worker holds at a time.
  var room: Int { get }
  /// The number of seconds that a message is claimed for: more than a try can take.
  var lease: Int { get }
  /// The time between two looks into the outbox, if no signal comes before.
  var interval: Duration { get }
  /// How long a worker that ends tries to record messages that are under way.
  var patience: Duration { get }

  /// Whether a message waits: asked before the first claim.
  func isDue(in outbox: Outbox<Message>) async throws -> Bool
  /// Prepares for the first message.
  /// - Returns: the reason if no message can be sent now.
  func open() async -> String?
  /// Releases what `open` has prepared, since no message waits.
  func close() async

  /// Makes one try.
  func deliver(_ message: Message) async -> Message.Finished
  /// The result for a message that is not tried.
  func released(_ message: Message) -> Message.Finished
  /// Whether a result is recorded in a transaction that claims no other message.
  func isRecordedAlone(_ finished: Message.Finished) -> Bool
}

extension OutboxDelivery {
  package func isDue(in outbox: Outbox<Message>) async throws -> Bool { true }
  package func open() async -> String? { nil }
  package func close() async {}
}
