import ArgumentParser
import Postgres

/// How background work reaches the database.
struct WorkerOptions: ParsableArguments {
  @Option(
    name: .customLong("worker-database-url"),
    help: "Where the database is, as the role of background work. (WORKER_DATABASE_URL)")
  var url: String?

  /// The number of connections: background work takes one family after the other, and messages and pushes do not wait
  /// for it.
  static let connections = 3

  /// - Returns: nil without an address.
  func pool(preparedStatements: Bool = true) throws -> ConnectionPool? {
    guard let address = try AddressOption.address(url, "--worker-database-url", or: .workerDatabaseURL) else {
      return nil
    }
    var configuration = PoolConfiguration(address: address)
    configuration.size = Self.connections
    configuration.statementTimeout = .seconds(60)
    configuration.preparedStatements = preparedStatements
    configuration.connection.settings = DatabaseOptions.settingsOfOneProcessor
    return try ConnectionPool(configuration)
  }

  /// - Throws: a message that names what is not set.
  func requiredPool() throws -> ConnectionPool {
    guard let pool = try pool() else {
      throw EnvironmentVariable.workerDatabaseURL.isNotSet(for: "where the database is, as the role of background work")
    }
    return pool
  }
}
