/// PostgreSQL documentation, 13.2 "Transaction Isolation".
package enum IsolationLevel: String, Sendable {
  case readCommitted = "READ COMMITTED"
  case repeatableRead = "REPEATABLE READ"
  case serializable = "SERIALIZABLE"

  /// The statement that opens a transaction of this level. Whether one that is not read-only may write is for the
  /// database to say: `READ WRITE` would overrule an operator's `default_transaction_read_only`.
  package func begin(readOnly: Bool) -> String {
    "BEGIN ISOLATION LEVEL \(rawValue)\(readOnly ? " READ ONLY" : "")"
  }
}
