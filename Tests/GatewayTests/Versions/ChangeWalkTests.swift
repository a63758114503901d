import Foundation
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Each change of a row that an answer shows bumps a version that the answer is tied to: a walk over all tables, their columns, and
/// what viewers read anywhere in the schema.
@Suite(.serialized) struct ChangeWalkTests {
  private struct Change {
    let name: String
    /// Alternative ways to make the change: the walk makes the first that is not refused.
    let ways: [String]
    var prepared: String?
  }

  private struct Undo: Error {}

  @Test func `Whatever an answer shows, a change of it changes a version of the answer`() async throws {
    let database = try await WalkedSchema.recipe.database("change_walk", families: 2)
    let ids = try await database.rows(of: database.parent)
    var configuration = ConnectionConfiguration(address: database.superuser)
    configuration.statementTimeout = .seconds(60)
    let connection = try await Connection.connect(configuration, reactor: Reactor())
    do {
      try await connection.withTransaction(isolation: .readCommitted) { transaction in
        try await transaction.execute(script: ChangeWalk.preparation)
        let walk = try await ChangeWalk(
          try askers(database), QueryWalk(WalkedSchema.recipe.schema, ids: ids), WalkedSchema.recipe.map, in: transaction)
        #expect(walk.statementCount > 1000)
        var made: [String: Int] = [:]
        var stale: [String: Set<String>] = [:]
        for (table, changes) in try await self.changes(in: transaction) where !Self.following.contains(table) {
          made[table] = 0
          for change in changes {
            for way in change.ways {
              guard let found = try await walk.stale(after: way, prepared: change.prepared) else { continue }
              made[table, default: 0] += 1
              if !found.isEmpty { stale["\(table), \(change.name)", default: []].formUnion(found) }
              break
            }
          }
        }
        for (change, places) in stale.sorted(by: { $0.key < $1.key }) {
          Issue.record("\(change): no version changes for \(places.count) places, \(places.sorted().prefix(8).joined(separator: "; "))")
        }
        let unchanged = made.filter { $0.value == 0 }.map(\.key)
        if Self.sample.isWhole { #expect(Set(unchanged).subtracting(Self.unchanging) == [], "no change of these was possible") }
        #expect(made.values.reduce(0, +) > Self.sample.least(500, oneOf: Self.shares))
        throw Undo()
      }
    } catch is Undo {}
  }

  /// One change in so many is made where a run takes a sample, always the same ones: all of them take half an hour.
  private static let shares = 16
  private static let sample = WalkSample.current.isWhole ? WalkSample.current : WalkSample(seed: 0)
  /// Tables that change only with others, which bump; of versions, a counter changes with its stamp alone.
  private static let following: Set = ["family_usage", "family_versions", "used_ids"]
  /// Copies that change only with rows which bump: the staff of schools who see a file, of enrolments and pictures.
  private static let copies: [String: Set<String>] = ["files": ["staff_school_ids", "class_ids", "people_school_ids"]]
  /// Tables of which a superuser changes nothing here.
  private static let unchanging: Set<String> = []

  private func askers(_ database: SchoolDatabase) throws -> [ChangeWalk.Asker] {
    let stranger = AccountViewer(try #require(database.sample.accounts(of: 0).first))
    return [
      .init(name: "parent", viewer: database.parent),
      .init(name: "student", viewer: try database.student),
      .init(name: "stranger", viewer: stranger),
      .init(name: "teacher", viewer: AccountViewer(.teacher)),
      .init(name: "dispatcher", viewer: AccountViewer(.dispatcher)),
      .init(name: "administrator", viewer: AccountViewer(.administrator)),
    ]
  }

  /// The changes of each table: of each column of a row, and the end and the beginning of the row.
  private func changes(in transaction: PostgresTransaction) async throws -> [(table: String, changes: [Change])] {
    let columns: SQL = """
      SELECT relname::text, attname::text, atttypid::regtype::text, attnotnull FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
        AND relname NOT IN ('schema_migrations', 'function_files') ORDER BY 1, attnum
      """
    let rows = try await transaction.run([columns.statement])[0]
    var all: [(table: String, columns: [(name: String, type: String)])] = []
    for row in 0..<rows.count {
      let (table, column) = (rows.text(row: row, column: 0) ?? "", rows.text(row: row, column: 1) ?? "")
      if all.last?.table != table { all.append((table, [])) }
      all[all.count - 1].columns.append((column, rows.text(row: row, column: 2) ?? ""))
    }
    var number = 0
    var result: [(table: String, changes: [Change])] = []
    for (table, columns) in all {
      var changes: [Change] = []
      for place in try await places(table, columns.filter { $0.type == "uuid" }.map(\.name), in: transaction) {
        let row = "t.ctid = '\(place)'"
        for (column, type) in columns {
          number += 1
          guard Self.sample.takes(number, of: Self.shares), Self.copies[table]?.contains(column) != true else { continue }
          let values = Self.values(of: column, type) + ["(SELECT o.\(column) FROM \(table) o WHERE o.\(column) IS DISTINCT FROM t.\(column) LIMIT 1)", "NULL"]
          let ways = values.map { "UPDATE \(table) AS t SET \(column) = \($0) WHERE \(row) AND t.\(column) IS DISTINCT FROM \($0)" }
          changes.append(Change(name: "a change of \(column)", ways: ways))
          if type == "uuid" { changes.append(Change(name: "a move by \(column)", ways: Array(ways.suffix(2).reversed()))) }
        }
        number += 1
        guard Self.sample.takes(number, of: Self.shares) else { continue }
        changes.append(Change(name: "its end", ways: ["DELETE FROM \(table) AS t WHERE \(row)"]))
        let saved = """
          DO $do$ BEGIN
            DROP TABLE IF EXISTS pg_temp.saved_row; CREATE TEMP TABLE saved_row AS SELECT * FROM \(table) AS t WHERE \(row);
            DELETE FROM \(table) AS t WHERE \(row);
          END $do$
          """
        changes.append(Change(name: "its beginning", ways: ["INSERT INTO \(table) SELECT * FROM pg_temp.saved_row"], prepared: saved))
      }
      number += 1
      if Self.sample.takes(number, of: Self.shares) { changes.append(Change(name: "TRUNCATE", ways: ["TRUNCATE \(table) CASCADE"])) }
      result.append((table, changes))
    }
    return result
  }

  /// A row of the demonstration family or school, and one of others.
  /// - Parameter columns: those of UUIDs. Some tables count their rows, and have a number as the id.
  private func places(_ table: String, _ columns: [String], in transaction: PostgresTransaction) async throws -> [String] {
    let keys = columns.filter { ["family_id", "school_id", "account_id", "id"].contains($0) }
    let own = keys.map { "\($0) IN ('\(DemonstrationFamily.id)', '\(DemonstrationFamily.schoolID)')" }
    let order = own.isEmpty ? "1" : "(\(own.joined(separator: " OR "))) DESC"
    let first: SQL = "(SELECT ctid::text FROM \(identifier: table) ORDER BY \(unescaped: order), 1 LIMIT 2)"
    let last: SQL = "(SELECT ctid::text FROM \(identifier: table) ORDER BY \(unescaped: order.replacing(" DESC", with: "")), 1 LIMIT 1)"
    return Set(try await transaction.run([("\(first) UNION \(last)" as SQL).statement])[0].texts).sorted()
  }

  private static func values(of column: String, _ type: String) -> [String] {
    switch type {
    case "text": ["t.\(column) || 'x'", "'PENDING'", "'CONFIRMED'", "'ENDED'", "'READY'", "'EXPIRED'", "'TEACHER'", "'ADMINISTRATOR'", "'x'"]
    case "boolean": ["NOT t.\(column)"]
    case "integer", "bigint", "smallint", "numeric", "double precision", "date": ["t.\(column) + 1", "t.\(column) - 1"]
    case "time without time zone": ["t.\(column) + interval '1 minute'"]
    case "timestamp with time zone": ["t.\(column) + interval '1 hour'", "now()"]
    default: []
    }
  }
}
