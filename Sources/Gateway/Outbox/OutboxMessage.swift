package import SQL

/// A kind of message that waits in the outbox: the statements that claim, finish and give up messages of this kind.
package protocol OutboxMessage: Identifiable, Sendable where ID == UUIDValue {
  /// A message whose try has ended, with the result of the try.
  associatedtype Finished: Identifiable, Sendable where Finished.ID == UUIDValue
  /// The condition that selects the messages of one worker.
  associatedtype Selection: Sendable
  /// The results that the history counts.
  associatedtype Outcome: Hashable, Sendable

  /// Decodes a row that a claim returns; nil if a column has an unknown value.
  init?(_ rows: Rows, _ row: Int)

  /// The statement that claims at most `most` messages for `seconds` seconds.
  /// - Parameter held: the messages that the sender has claimed and not finished.
  static func claim(by sender: UUIDValue, _ selection: Selection, most: Int, for seconds: Int, held: [UUIDValue]) -> SQL

  /// The statements that must run before those of `finish`, in the same transaction.
  static func preparation(for finished: [Finished], by sender: UUIDValue) throws -> [Statement]

  /// The statements that record results. Their rows have the id and the new state of each message that the sender still
  /// holds.
  static func finish(_ finished: [Finished], by sender: UUIDValue) throws -> [SQL]

  /// The statement that gives up lost and expired messages. Its rows have the id, the kind and the state.
  static func giveUp(keeping days: Int) -> SQL

  /// The statement that reads the columns of `OutboxState`.
  static var state: SQL { get }

  /// The entry of the history for a result.
  /// - Parameter state: the new state of the message; nil if the sender does not hold the message any more.
  func outcome(of finished: Finished, state: String?) -> Outcome?
}

extension OutboxMessage {
  package static func preparation(for finished: [Finished], by sender: UUIDValue) -> [Statement] { [] }
}
