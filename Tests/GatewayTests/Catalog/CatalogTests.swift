import Postgres
import SQL
import TestSupport
import Testing

/// The rules of the schema, asked of the database itself: a table that a later migration adds is held to
/// them too.
@Suite struct CatalogTests {
  private static let database = Task { try await SchoolDatabase("catalog", families: 1) }

  @Test("Nothing in the schema breaks the rule", arguments: CatalogRule.all)
  func holds(_ rule: CatalogRule) async throws {
    let connection = try await connection()
    let rows = try await connection.snapshot([rule.offenders.statement])
    #expect(rows[0].texts == [])
  }

  @Test("What breaks the rule is found, so the test above can fail", arguments: CatalogRule.all)
  func finds(_ rule: CatalogRule) async throws {
    struct Undo: Error { let offenders: [String] }
    let connection = try await connection()
    let undone = await #expect(throws: Undo.self) {
      try await connection.withTransaction(isolation: .readCommitted) { transaction in
        try await transaction.execute(script: rule.offence)
        throw Undo(offenders: try await transaction.run([rule.offenders.statement])[0].texts)
      }
    }
    #expect(undone?.offenders == [rule.offender])
  }

  @Test("The tables of the areas there are belong to a family")
  func familyTables() async throws {
    let tables: SQL = "SELECT scoped.name FROM \(CatalogRule.familyTables) AS scoped ORDER BY 1"
    let rows = try await connection().snapshot([tables.statement])
    #expect(Set(rows[0].texts).isSuperset(of: ["assignments", "courses", "families", "members", "subjects"]))
  }

  /// As a superuser, who may break every rule.
  private func connection() async throws -> Connection {
    let address = try await Self.database.value.superuser
    return try await Connection.connect(ConnectionConfiguration(address: address), reactor: Reactor())
  }
}
