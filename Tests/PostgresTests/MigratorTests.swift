import SQL
import Testing

@testable import Postgres

@Suite("Migrations")
struct MigratorTests {
  private let first = Migration(name: "0001_first", sql: "CREATE TABLE a (id int);\nINSERT INTO a VALUES (1);\n")
  private let second = Migration(name: "0002_second", sql: "ALTER TABLE a ADD COLUMN b text")
  private let third = Migration(name: "0003_third", sql: "INSERT INTO a VALUES (2, 'b')")

  private func run(
    _ migrations: [Migration], on connection: Connection, dryRun: Bool = false
  ) async throws -> [String] {
    var events: [String] = []
    try await Migrator(migrations).migrate(on: connection, dryRun: dryRun) { event in
      switch event {
      case .wouldApply(let name): events.append("would apply \(name)")
      case .applying(let name): events.append("applying \(name)")
      case .applied(let name, let duration):
        #expect(duration > .zero)
        events.append("applied \(name)")
      case .appliedFunctions(let names, _): events.append("applied \(names.joined(separator: ", "))")
      case .upToDate: events.append("up to date")
      }
    }
    return events
  }

  private func refusal(_ migrations: [Migration], on connection: Connection) async -> String? {
    do {
      _ = try await run(migrations, on: connection)
      return nil
    } catch {
      return String(describing: error)
    }
  }

  @Test("are applied in order, once")
  func apply() async throws {
    let connection = try await connect("migrate_apply")
    #expect(
      try await run([second, first], on: connection, dryRun: true)
        == ["would apply 0001_first", "would apply 0002_second"])
    let table = try await connection.snapshot([Statement(text: "SELECT to_regclass('schema_migrations')::text")])
    #expect(table[0].text() == nil)
    #expect(
      try await run([second, first], on: connection)
        == ["applying 0001_first", "applied 0001_first", "applying 0002_second", "applied 0002_second"])
    #expect(try await run([first, second], on: connection) == ["up to date"])
    #expect(try await run([first, second], on: connection, dryRun: true) == ["up to date"])
    #expect(try await run([first, second, third], on: connection) == ["applying 0003_third", "applied 0003_third"])
    let rows = try await connection.snapshot([Statement(text: "SELECT count(*) FROM a")])
    #expect(rows[0].integer() == 2)
  }

  @Test("that fail are rolled back with the line named, and those before them stay")
  func failure() async throws {
    let connection = try await connect("migrate_failure")
    let broken = Migration(name: "0002_broken", sql: "INSERT INTO a VALUES (5);\n\nINSERT INTO nowhere VALUES (1);")
    let message = await refusal([first, broken, third], on: connection)
    #expect(message == "0002_broken failed and was rolled back: line 3: relation \"nowhere\" does not exist")
    let status = try await Migrator([first, broken, third]).status(on: connection)
    #expect(status.map(\.name) == ["0001_first", "0002_broken", "0003_third"])
    #expect(status[1].state == .pending)
    #expect(status[2].state == .pending)
    let rows = try await connection.snapshot([Statement(text: "SELECT count(*) FROM a")])
    #expect(rows[0].integer() == 1)
    // The lock was given back.
    #expect(try await run([first, second], on: connect("migrate_failure")).count == 2)
  }

  @Test("may not end their transaction")
  func transactionControl() async throws {
    let connection = try await connect("migrate_control")
    let message = await refusal([Migration(name: "0001_commits", sql: "SELECT 1; COMMIT;")], on: connection)
    #expect(message?.contains("the script ended the transaction") == true)
    #expect(try await Migrator([first]).pending(on: connection).map(\.name) == ["0001_first"])
  }

  @Test("are refused by name when the records contradict them")
  func refusals() async throws {
    let connection = try await connect("migrate_refusals")
    let third = Migration(name: "0003_third", sql: "INSERT INTO a VALUES (2)")
    _ = try await run([first, third], on: connection)
    let changed = Migration(name: first.name, sql: first.sql + "-- changed")
    let refusals = [
      ([changed, third], "0001_first was changed"),
      ([first], "0003_third was applied to this database, but"),
      ([first, second, third], "0002_second is new but sorts before 0003_third"),
      ([first, first], "two migrations are called 0001_first"),
    ]
    for (migrations, reason) in refusals {
      #expect(await refusal(migrations, on: connection)?.hasPrefix(reason) == true, "\(reason)")
    }
    let status = try await Migrator([changed, second]).status(on: connection)
    #expect(status.map(\.state) == [.changed, .pending, .missing])
  }

  @Test("have a time and a duration in their status")
  func status() async throws {
    let connection = try await connect("migrate_status")
    let before = try await Migrator([first]).status(on: connection)
    #expect(before == [MigrationStatus(name: "0001_first", state: .pending)])
    _ = try await run([first], on: connection)
    let status = try await Migrator([first, second]).status(on: connection)
    guard case .applied(let time, let milliseconds) = status[0].state else {
      Issue.record("not applied")
      return
    }
    #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
    #expect(milliseconds >= 1)
    #expect(status[1].state == .pending)
  }

  @Test("of several processes at once are applied by one of them")
  func concurrently() async throws {
    let applied = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let connection = try await connect("migrate_concurrently")
          let slow = Migration(name: "0000_slow", sql: "SELECT pg_sleep(0.1)")
          var applied = 0
          try await Migrator([slow, first, second]).migrate(on: connection) { event in
            if case .applied = event { applied += 1 }
          }
          return applied
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(applied == 3)
  }
}

@Suite("The plan of migrations")
struct MigrationPlanTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var files: String
    var applied: String
    /// Indices of what is pending, or the refusal.
    var outcome: String
    var testDescription: String { "\(files) after \(applied) is \(outcome)" }
  }

  /// `1a` is the migration 1 with the checksum a.
  private static func records(_ text: String) -> [MigrationPlan.Record] {
    text.split(separator: " ").map {
      MigrationPlan.Record(name: String($0.prefix(1)), checksum: String($0.dropFirst()))
    }
  }

  @Test("follows from files and records", arguments: [
    Case(files: "", applied: "", outcome: "[]"),
    Case(files: "1a 2b", applied: "", outcome: "[0, 1]"),
    Case(files: "1a 2b", applied: "1a", outcome: "[1]"),
    Case(files: "1a 2b", applied: "2b 1a", outcome: "[]"),
    Case(files: "1a 2b 3c", applied: "1a 3c", outcome: "outOfOrder(\"2\", after: \"3\")"),
    Case(files: "1x 2b", applied: "1a", outcome: "changed(\"1\")"),
    Case(files: "2b", applied: "1a 2b", outcome: "missing(\"1\")"),
    Case(files: "", applied: "1a", outcome: "missing(\"1\")"),
    Case(files: "1a 2b", applied: "1a 2b 3c", outcome: "later(\"3\", last: \"2\")"),
  ])
  func plan(example: Case) {
    let outcome: String
    do throws(MigrationError) {
      let plan = try MigrationPlan(files: Self.records(example.files), applied: Self.records(example.applied))
      outcome = "\(plan.pending)"
    } catch {
      switch error {
      case .changed(let name): outcome = "changed(\"\(name)\")"
      case .missing(let name): outcome = "missing(\"\(name)\")"
      case .later(let name, let last): outcome = "later(\"\(name)\", last: \"\(last)\")"
      case .outOfOrder(let name, let last): outcome = "outOfOrder(\"\(name)\", after: \"\(last)\")"
      case .duplicate, .failed, .otherResult, .otherSignature, .database: outcome = String(describing: error)
      }
    }
    #expect(outcome == example.outcome)
  }
}
