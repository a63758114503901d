import Embedded
import Gateway
import Postgres
import SQL
import TestSupport
import Testing

@testable import Server

/// The database's load from many readiness requests.
@Suite struct ReadinessCheckTests {
  @Test("One check is for all who ask within a second; what is wrong is looked at anew each time")
  func sharing() async throws {
    let database = try await SchoolDatabase("readiness_check", families: 1)
    let pool = try ConnectionPool(PoolConfiguration(address: database.app))
    let check = ReadinessCheck(Readiness(pool: pool, migrations: EmbeddedFile.migrations.map(\.name)))
    await withTaskGroup(of: [String].self) { group in
      for _ in 1...50 { group.addTask { await check.problems() } }
      for await problems in group { #expect(problems == []) }
    }
    #expect(await check.count == 1)
    try await database.run("DELETE FROM schema_migrations WHERE name = '0002_curriculum.sql' RETURNING name")
    try await Task.sleep(for: .milliseconds(1050))
    for _ in 1...2 {
      #expect(await check.problems() == ["the migration 0002_curriculum.sql is missing: run hatched migrate"])
    }
    #expect(await check.count == 3)
    await pool.shutdown()
  }
}
