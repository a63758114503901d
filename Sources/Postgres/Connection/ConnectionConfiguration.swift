/// The settings of a connection, and its limits.
package struct ConnectionConfiguration: Sendable {
  package var address: DatabaseAddress
  package var applicationName = "hatched"
  package var connectTimeout: Duration = .seconds(2)

  /// How long one statement may run on the server; nil for as long as it likes. A whole pipeline without a
  /// deadline of its own is given `graceForAnswer` more, so that usually the server ends it, which costs no
  /// cancel request.
  package var statementTimeout: Duration? = .seconds(5)

  /// How long an open transaction may wait for what comes next, before PostgreSQL ends its connection; nil for as long
  /// as it likes. A gateway that is cut off in the middle of one would otherwise keep its locks until TCP gives up,
  /// which takes hours.
  package var idleTransactionTimeout: Duration? = .seconds(10)

  /// Whether statements are prepared under a name and kept. Off for PgBouncer in transaction mode before
  /// 1.21; then session settings go with each transaction as well, since such a PgBouncer refuses them in the
  /// startup message.
  package var preparedStatements = true
  /// How many prepared statements a connection keeps.
  package var preparedStatementLimit = 256

  /// The most memory that the rows that answer one batch of statements may take, as libpq holds them; nil for no
  /// limit. Past it, the connection stops PostgreSQL while it sends.
  package var maximumAnswerBytes: Int?

  /// Further session settings by name, such as `plan_cache_mode`.
  package var settings: [String: String] = [:]

  package init(address: DatabaseAddress) { self.address = address }

  static let graceForAnswer: Duration = .milliseconds(250)

  /// How long a connection that failed in the middle of an answer may take to become idle again.
  static let settleTimeout: Duration = .seconds(2)

  /// How long PostgreSQL may take to heed a cancel request before it is sent another.
  static let cancelPatience: Duration = .milliseconds(200)

  /// Settings that the meaning of SQL text depends on, then the timeout, then what was asked for; sorted by
  /// name, so that the text made of them is always the same.
  var sessionSettings: [(name: String, value: String)] {
    var all = ["DateStyle": "ISO", "TimeZone": "UTC"]
    if let statementTimeout { all["statement_timeout"] = String(statementTimeout.wholeMilliseconds) }
    if let idleTransactionTimeout {
      all["idle_in_transaction_session_timeout"] = String(idleTransactionTimeout.wholeMilliseconds)
    }
    return all.merging(settings) { $1 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension Duration {
  /// At least one, as PostgreSQL reads 0 as "no limit".
  var wholeMilliseconds: Int64 {
    max(1, components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}
