/// PostgreSQL documentation, 13.2 "Transaction Isolation".
package enum IsolationLevel: String, Sendable {
  case readCommitted = "READ COMMITTED"
  case repeatableRead = "REPEATABLE READ"
  case serializable = "SERIALIZABLE"

  /// The statement that opens a transaction of this level.
  package func begin(readOnly: Bool) -> String {
    "BEGIN ISOLATION LEVEL \(rawValue) \(readOnly ? "READ ONLY" : "READ WRITE")"
  }
}
