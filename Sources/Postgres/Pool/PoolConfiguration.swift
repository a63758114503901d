/// How many connections a pool has and how long it lets anyone wait.
package struct PoolConfiguration: Sendable {
  package var connection: ConnectionConfiguration
  /// The most connections at a time. They are made when they are needed.
  package var size = 16
  /// How many of them work at a time, as long as no request has waited for `patience`: nil for all. PostgreSQL answers
  /// most requests in the same time with one or two processes a processor. Twice as many for those who keep a
  /// connection over several round trips.
  package var preferredSize: Int?
  package var patience: Duration = .milliseconds(25)
  /// How long a request may wait for a connection.
  package var acquisitionTimeout: Duration = .seconds(2)
  /// How many requests may wait. One more is refused at once, or the last one of the key with the most.
  package var maxWaiters = 1024
  /// How connections and database time are shared.
  package var fair = FairLimits()
  /// A request that would have to wait longer, as far as can be told, is refused at once; nil to let all wait that may.
  package var maxExpectedWait: Duration?
  /// How long `shutdown()` waits for requests under way.
  package var shutdownTimeout: Duration = .seconds(10)

  /// How long a request may take on the server. See `ConnectionConfiguration.statementTimeout`.
  package var statementTimeout: Duration? {
    get { connection.statementTimeout }
    set { connection.statementTimeout = newValue }
  }

  /// See `ConnectionConfiguration.preparedStatements`.
  package var preparedStatements: Bool {
    get { connection.preparedStatements }
    set { connection.preparedStatements = newValue }
  }

  package init(connection: ConnectionConfiguration) { self.connection = connection }

  package init(address: DatabaseAddress) { self.init(connection: ConnectionConfiguration(address: address)) }
}
