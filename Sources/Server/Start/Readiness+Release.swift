import Embedded
import Gateway
import Postgres

extension Readiness {
  /// For the migrations and function files that this program was built with.
  static func ofRelease(_ pool: ConnectionPool) -> Readiness {
    Readiness(
      pool: pool, migrations: EmbeddedFile.migrations.map { ($0.name, $0.text) },
      functions: EmbeddedFile.functions.map { ($0.name, $0.text) })
  }
}
