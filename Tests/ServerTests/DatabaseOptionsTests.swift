import ArgumentParser
import Postgres
import SQL
import TestSupport
import Testing

@testable import Server

struct DatabaseOptionsTests {
  @Test("Prepared statements are planned once; others for what they bind", arguments: [Switch.on, .off])
  func plans(preparedStatements: Switch) async throws {
    let database = try await SchoolDatabase("database_options")
    let options = try DatabaseOptions.parse([
      "--database-url", "\(database.app)", "--prepared-statements", preparedStatements.rawValue,
    ])
    let pool = try ConnectionPool(try options.poolConfiguration())
    let mode = try await pool.snapshot([Statement(text: "SHOW plan_cache_mode")], for: .process)[0]
    #expect(mode.text(row: 0, column: 0) == (preparedStatements == .on ? "force_generic_plan" : "auto"))
    // One request, one processor.
    for (name, value) in [("max_parallel_workers_per_gather", "0"), ("jit", "off")] {
      let setting = try await pool.snapshot([Statement(text: "SHOW \(name)")], for: .process)[0]
      #expect(setting.text(row: 0, column: 0) == value)
    }
    await pool.shutdown()
  }
}
