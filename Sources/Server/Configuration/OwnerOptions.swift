import ArgumentParser
import Postgres
import SQL

/// How operators' commands reach the database: as the role that owns it.
struct OwnerOptions: ParsableArguments {
  @Option(
    name: .customLong("migration-database-url"),
    help: "Where the database is, as the role that owns it. (MIGRATION_DATABASE_URL)")
  var url: String?

  /// Runs `body` on a connection that waits for its statements as long as they take.
  /// - Throws: `CommandFailure` when PostgreSQL cannot be reached or refuses the role.
  func withConnection<Result>(
    _ body: nonisolated(nonsending) (Connection) async throws -> Result
  ) async throws -> Result {
    guard let address = try AddressOption.address(url, "--migration-database-url", or: .migrationDatabaseURL) else {
      throw EnvironmentVariable.migrationDatabaseURL.isNotSet(for: "where the database is, as its owner")
    }
    var configuration = ConnectionConfiguration(address: address)
    configuration.statementTimeout = nil
    let connection: Connection
    do throws(StatementError) {
      connection = try await Connection.connect(configuration, reactor: try Reactor())
    } catch {
      throw DatabaseRefusal(error, .owner).failure
    }
    return try await body(connection)
  }
}
