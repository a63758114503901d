import Foundation
import SQL
import Testing

@testable import Postgres

@Suite("Function files")
struct FunctionFileTests {
  private let one = FunctionFile(path: "core/one.sql", sql: function("one", returns: "SELECT 1"))
  /// Comes before the function that it calls.
  private let double = FunctionFile(path: "core/double.sql", sql: function("double", returns: "SELECT 2 * one()"))

  private static func function(_ name: String, _ parameters: String = "", result: String = "int", returns body: String) -> String {
    "-- Returns a number.\nCREATE OR REPLACE FUNCTION \(name)(\(parameters)) RETURNS \(result) LANGUAGE sql AS $$ \(body) $$;\n"
  }

  /// `migrations/0079_function_files.sql`, which makes the record.
  private static func record() throws -> Migration {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "migrations/0079_function_files.sql")
    return Migration(name: "0079_function_files", sql: try String(contentsOf: file, encoding: .utf8))
  }

  private func run(
    _ functions: [FunctionFile], _ migrations: [Migration] = [], on connection: Connection, dryRun: Bool = false
  ) async throws -> [String] {
    var events: [String] = []
    try await Migrator([Self.record()] + migrations, functions: functions).migrate(on: connection, dryRun: dryRun) { event in
      switch event {
      case .wouldApply(let name): events.append("would apply \(name)")
      case .applying: break
      case .applied(let name, _): events.append("applied \(name)")
      case .appliedFunctions(let names, _): events.append("applied \(names.joined(separator: ", "))")
      case .upToDate: events.append("up to date")
      }
    }
    return events
  }

  private func refusal(
    _ functions: [FunctionFile], _ migrations: [Migration] = [], on connection: Connection
  ) async -> String {
    do {
      return "no refusal: \(try await run(functions, migrations, on: connection))"
    } catch {
      return String(describing: error)
    }
  }

  private func number(_ query: String, on connection: Connection) async throws -> Int? {
    try await connection.snapshot([Statement(text: query)])[0].integer()
  }

  @Test("are applied after the migrations, in the order of their paths, whichever calls which, and then no more")
  func apply() async throws {
    let connection = try await connect("functions_apply")
    let plan = try await run([one, double], on: connection, dryRun: true)
    #expect(plan == ["would apply 0079_function_files", "would apply functions/core/double.sql", "would apply functions/core/one.sql"])
    let events = try await run([one, double], on: connection)
    #expect(events == ["applied 0079_function_files", "applied functions/core/double.sql, functions/core/one.sql"])
    #expect(try await number("SELECT double()::bigint", on: connection) == 2)
    #expect(try await run([one, double], on: connection) == ["up to date"])
    #expect(try await run([one, double], on: connection, dryRun: true) == ["up to date"])
  }

  @Test("are applied anew when their text is another: the changed one alone, which a dry run lists")
  func change() async throws {
    let connection = try await connect("functions_change")
    _ = try await run([one, double], on: connection)
    let changed = FunctionFile(path: one.path, sql: Self.function("one", returns: "SELECT 10"))
    #expect(try await run([changed, double], on: connection, dryRun: true) == ["would apply functions/core/one.sql"])
    #expect(try await number("SELECT double()::bigint", on: connection) == 2)
    #expect(try await run([changed, double], on: connection) == ["applied functions/core/one.sql"])
    #expect(try await number("SELECT double()::bigint", on: connection) == 20)
    // The record has what was applied before: servers of that release go on.
    #expect(try await number("SELECT sum(cardinality(replaced)) FROM function_files", on: connection) == 1)
    // Back to the former text.
    #expect(try await run([one, double], on: connection) == ["applied functions/core/one.sql"])
    #expect(try await number("SELECT double()::bigint", on: connection) == 2)
  }

  @Test("that fail take back all of them, and no migration")
  func failure() async throws {
    let connection = try await connect("functions_failure")
    _ = try await run([one], on: connection)
    let changed = FunctionFile(path: one.path, sql: Self.function("one", returns: "SELECT 10"))
    let broken = FunctionFile(path: "school/broken.sql", sql: "CREATE OR REPLACE FUNCTION broken() RETURNS nothing;")
    let table = Migration(name: "0080_lists", sql: "CREATE TABLE lists (id uuid)")
    let message = await refusal([changed, broken], [table], on: connection)
    #expect(message.hasPrefix("functions/school/broken.sql failed and was rolled back: no language specified"), "\(message)")
    #expect(try await number("SELECT one()::bigint", on: connection) == 1)
    #expect(try await number("SELECT count(*) FROM function_files WHERE replaced = '{}'", on: connection) == 1)
    #expect(try await number("SELECT count(*) FROM lists", on: connection) == 0)
    // The lock was given back.
    #expect(try await run([changed], [table], on: connect("functions_failure")) == ["applied functions/core/one.sql"])
  }

  @Test("with another result must be dropped by a migration first")
  func result() async throws {
    let connection = try await connect("functions_result")
    _ = try await run([one, double], on: connection)
    let changed = FunctionFile(path: one.path, sql: Self.function("one", result: "bigint", returns: "SELECT 1::bigint"))
    let message = await refusal([changed, double], on: connection)
    #expect(message.hasPrefix("functions/core/one.sql failed and all function files were rolled back: "), "\(message)")
    #expect(message.hasSuffix(": drop the function in a numbered migration, with what depends on it"), "\(message)")
    let drop = Migration(name: "0080_bigger_one", sql: "DROP FUNCTION one()")
    #expect(try await run([changed, double], [drop], on: connection) == ["applied 0080_bigger_one", "applied functions/core/one.sql"])
  }

  @Test("with other arguments, too: the former function would stay beside it")
  func arguments() async throws {
    let connection = try await connect("functions_arguments")
    _ = try await run([one], on: connection)
    let changed = FunctionFile(path: one.path, sql: Self.function("one", "more int", returns: "SELECT 1 + more"))
    let message = await refusal([changed], on: connection)
    #expect(
      message == "functions/core/one.sql does not define one(), which the database has; all function files were rolled back: "
        + "drop the function in a numbered migration")
    let drop = Migration(name: "0080_more_of_one", sql: "DROP FUNCTION one()")
    #expect(try await run([changed], [drop], on: connection) == ["applied 0080_more_of_one", "applied functions/core/one.sql"])
    // A file may have several functions of its name.
    let both = FunctionFile(path: one.path, sql: one.sql + changed.sql)
    #expect(try await run([both], [drop], on: connection) == ["applied functions/core/one.sql"])
  }

  @Test("define the function of their name, and may not end the transaction")
  func otherFunction() async throws {
    let connection = try await connect("functions_other")
    let named = await refusal([FunctionFile(path: "core/two.sql", sql: one.sql)], on: connection)
    #expect(named == "functions/core/two.sql defines no function of its name; all function files were rolled back")
    let ending = await refusal([FunctionFile(path: one.path, sql: one.sql + "COMMIT;")], on: connection)
    #expect(ending.contains("the script ended the transaction"), "\(ending)")
    let twice = await refusal([one, one], on: connection)
    #expect(twice == "two migrations are called functions/core/one.sql")
  }

  @Test("that a release has no more are forgotten, and applied when a later one has them again")
  func removal() async throws {
    let connection = try await connect("functions_removal")
    _ = try await run([one, double], on: connection)
    let drop = Migration(name: "0080_no_double", sql: "DROP FUNCTION double()")
    #expect(try await run([one], [drop], on: connection) == ["applied 0080_no_double"])
    #expect(try await number("SELECT count(*) FROM function_files WHERE sha256 IS NULL", on: connection) == 1)
    #expect(try await run([one, double], [drop], on: connection) == ["applied functions/core/double.sql"])
  }
}
