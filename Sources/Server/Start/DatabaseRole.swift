/// The roles in which this program connects to PostgreSQL.
enum DatabaseRole: Sendable {
  case app, worker, listener, owner

  /// The variable with the address.
  var variable: EnvironmentVariable {
    switch self {
    case .app: .databaseURL
    case .worker: .workerDatabaseURL
    case .listener: .listenDatabaseURL
    case .owner: .migrationDatabaseURL
    }
  }

  /// The flag with the address.
  var flag: String {
    switch self {
    case .app: "--database-url"
    case .worker: "--worker-database-url"
    case .listener: "--listen-database-url"
    case .owner: "--migration-database-url"
    }
  }

  /// The role of PostgreSQL that scripts/roles.sql makes for it.
  var name: String {
    switch self {
    case .app, .listener: "hatched_app"
    case .worker: "hatched_worker"
    case .owner: "hatched_owner"
    }
  }
}
