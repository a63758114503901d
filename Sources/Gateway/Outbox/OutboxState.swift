import SQL

/// The number and the age of the messages that are not sent.
package struct OutboxState: Equatable, Sendable {
  package let waiting: Int
  /// The number of those that are due later; 0 for a kind that does not count them.
  package let later: Int
  /// The age of the oldest of the others in seconds; 0 if there is none.
  package let oldestSeconds: Int

  package init(waiting: Int, later: Int = 0, oldestSeconds: Int) {
    self.waiting = waiting
    self.later = later
    self.oldestSeconds = oldestSeconds
  }

  init(_ rows: Rows) {
    func number(_ column: Int) -> Int { Int(rows.int4(row: 0, column: column) ?? 0) }
    self.init(waiting: number(0), later: number(1), oldestSeconds: number(2))
  }
}
