import Embedded
import Gateway
import Postgres
import SQL
import TestSupport
import Testing

/// A database whose locks or migrations are not as they must be is named, and not served.
@Suite struct ReadinessTests {
  @Test("Nothing is wrong with a migrated database and the server's role")
  func ready() async throws {
    #expect(try await problems("ready") { _ in } == [])
  }

  @Test("A missing migration is named")
  func missingMigration() async throws {
    let problems = try await problems("missing_migration") { database in
      try await database.run("DELETE FROM schema_migrations WHERE name = '0002_curriculum.sql' RETURNING name")
    }
    #expect(problems == ["the migration 0002_curriculum.sql is missing: run hatched migrate"])
  }

  @Test("A table without forced row-level security is named")
  func unforced() async throws {
    let problems = try await problems("unforced") { database in
      try await database.run("ALTER TABLE courses NO FORCE ROW LEVEL SECURITY")
    }
    #expect(problems == ["the table courses does not force row-level security"])
  }

  @Test("A table without a policy that binds writes is named")
  func withoutPolicy() async throws {
    let problems = try await problems("without_policy") { database in
      try await database.run("DROP POLICY family_scope ON subjects")
    }
    #expect(
      problems == ["the table subjects has no policy that binds what the role hatched_app reads and writes"])
  }

  @Test("The owner's role is refused: it owns the tables and bypasses their policies")
  func ownersRole() async throws {
    let database = try await SchoolDatabase("owners_role", families: 1)
    let problems = try await problems(of: database.owner)
    #expect(problems.contains("the role hatched_owner bypasses row-level security"))
    #expect(problems.contains("the role hatched_owner owns members"))
  }

  @Test("A superuser is refused")
  func superuser() async throws {
    let database = try await SchoolDatabase("superuser", families: 1)
    #expect(try await problems(of: database.superuser).contains { $0.hasSuffix("is a superuser") })
  }

  private func problems(
    _ name: String, after change: (SchoolDatabase) async throws -> Void
  ) async throws -> [String] {
    let database = try await SchoolDatabase("readiness_\(name)", families: 1)
    try await change(database)
    return try await problems(of: database.app)
  }

  private func problems(of address: DatabaseAddress) async throws -> [String] {
    let pool = try ConnectionPool(PoolConfiguration(address: address))
    let problems = try await Readiness(pool: pool, migrations: EmbeddedFile.migrations.map(\.name)).check()
    await pool.shutdown()
    return problems
  }
}
