import Foundation
import GraphQL
import Postgres
import SQL
import TestSupport
import Testing

@testable import Server

/// The look for overdue assignments as a part of the server, and as a command.
@Suite(.serialized) struct OverdueServiceTests {
  /// All that is due in a sample is past by some date; here it is made so, and nobody has looked or was told.
  private func database(_ name: String) async throws -> SchoolDatabase {
    let database = try await SchoolDatabase(name, families: 2)
    try await database.run("UPDATE assignments SET due_date = '2020-02-02', created_at = '2020-01-01' WHERE due_date IS NOT NULL")
    try await database.run("DELETE FROM overdue_checks")
    try await database.run("DELETE FROM notifications")
    return database
  }

  private func count(_ database: SchoolDatabase, _ sql: SQL) async throws -> Int {
    let rows = try await database.run("SELECT (\(sql))::int4")
    return Int(try #require(rows.int4(row: 0, column: 0)))
  }

  @Test("Servers that start together look at every family once, and say when they look next")
  func servers() async throws {
    let database = try await database("overdue_servers")
    let options = ["--worker-database-url", "\(database.superuser.user("hatched_worker"))"]
    try await RunningServer.run(on: database.app, options) { first in
      try await RunningServer.run(on: database.app, options) { second in
        for server in [first, second] {
          try await server.process.wait(within: .seconds(20)) {
            try server.process.errors.contains("looked for overdue assignments")
          }
          let log = try server.process.errors
          #expect(log.contains(/next_seconds=\d+/))
          #expect(log.contains("failures=0"))
        }
      }
    }
    #expect(try await count(database, "SELECT count(*) FROM overdue_checks WHERE checked_at IS NOT NULL") == 3)
    let told = try await count(database, "SELECT count(*) FROM notifications WHERE kind = 'OVERDUE'")
    #expect(told > 0)
    let once = try await count(
      database,
      "SELECT count(*) FROM (SELECT DISTINCT assignment_id, recipient_id FROM notifications WHERE kind = 'OVERDUE') AS told")
    #expect(once == told)
  }

  @Test("A server without a worker's address says so, and serves")
  func withoutWorker() async throws {
    let database = try await database("overdue_without_worker")
    try await RunningServer.run(on: database.app) { server in
      let log = try server.process.errors
      #expect(log.contains("WORKER_DATABASE_URL is not set"))
      #expect(try await server.ask(for: database).status == 200)
    }
    #expect(try await count(database, "SELECT count(*) FROM overdue_checks") == 0)
  }

  @Test("hatched overdue checks what is left of the hour, and tells what came of it")
  func command() async throws {
    let database = try await database("overdue_command")
    let worker = ["WORKER_DATABASE_URL": "\(database.superuser.user("hatched_worker"))"]
    let owner = ["MIGRATION_DATABASE_URL": "\(database.owner)"]
    let before = try await ChildProcess.run(.hatched, ["overdue", "--status"], environment: owner)
    #expect(before.status == 0, "\(before.errors)")
    #expect(before.output.contains("last check     never\n"))
    #expect(before.output.contains("families       0 of 3 were checked then\n"))

    let first = try await ChildProcess.run(.hatched, ["overdue", "--once"], environment: worker)
    #expect(first.status == 0, "\(first.errors)")
    let told = try await count(database, "SELECT count(*) FROM notifications WHERE kind = 'OVERDUE'")
    #expect(told > 0)
    #expect(first.output.contains("notifications\n"))
    let after = try await ChildProcess.run(.hatched, ["overdue", "--status"], environment: owner)
    #expect(after.output.contains(/last check     \d{4}-\d\d-\d\dT\d\d:00Z\n/))
    #expect(after.output.contains(/next check     \d{4}-\d\d-\d\dT\d\d:00Z/))
    #expect(after.output.contains("of 3 were checked then\n"))

    let again = try await ChildProcess.run(.hatched, ["overdue", "--once"], environment: worker)
    #expect(again.status == 0)
    #expect(try await count(database, "SELECT count(*) FROM notifications WHERE kind = 'OVERDUE'") == told)
  }

  @Test("A server that starts before the first family is made looks at the next full hour")
  func noFamily() async throws {
    let database = try await EmptyDatabase("overdue_no_family")
    let migrated = try await database.hatched(["migrate"])
    #expect(migrated.status == 0, "\(migrated.errors)")
    let options = ["--worker-database-url", "\(database.owner.user("hatched_worker"))"]
    // At the end of an hour the server would look in the next one.
    try await ClockPeriod.hour.wait(endingWithin: 30)
    let latest = 3600 - Int(Date().timeIntervalSince1970) % 3600
    try await RunningServer.run(on: database.owner.user("hatched_app"), options) { server in
      try await server.process.wait(within: .seconds(20)) {
        try server.process.errors.contains("looked for overdue assignments")
      }
      let match = try #require(try server.process.errors.firstMatch(of: /families=0.*next_seconds=(\d+)/))
      let next = try #require(Int(match.1))
      #expect((latest - 25...latest + 1).contains(next))
    }
  }

  @Test("Without an address, or with both flags, it is refused")
  func refusals() async throws {
    let unset = try await ChildProcess.run(.hatched, ["overdue", "--once"])
    #expect(unset.status != 0)
    #expect(unset.errors.contains("WORKER_DATABASE_URL is not set"))
    let both = try await ChildProcess.run(.hatched, ["overdue", "--once", "--status"])
    #expect(both.errors.contains("Say either --once or --status."))
  }
}
