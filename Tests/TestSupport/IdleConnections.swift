import Postgres
import Synchronization

/// Connections to a test database that wait for the next statement: suites that opened one for each statement spent most of their time
/// on that.
final class IdleConnections: Sendable {
  private let configuration: ConnectionConfiguration
  private let idle = Mutex<[Connection]>([])

  init(to address: DatabaseAddress) {
    var configuration = ConnectionConfiguration.patient(address)
    // Tests change tables, and a prepared statement would be of the table before.
    configuration.preparedStatements = false
    self.configuration = configuration
  }

  /// Runs `body` with a connection that nobody else uses meanwhile. After an error the connection is not used again.
  func use<Result>(_ body: (Connection) async throws -> Result) async throws -> Result {
    let connection = try await next()
    let result = try await body(connection)
    idle.withLock { $0.append(connection) }
    return result
  }

  /// One that PostgreSQL has not ended, or a new one.
  private func next() async throws -> Connection {
    while let connection = idle.withLock({ $0.popLast() }) {
      if connection.condition == .idle, connection.isAlive() { return connection }
    }
    return try await Connection.connect(configuration, reactor: try Reactor())
  }
}
