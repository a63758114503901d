import Postgres
import SQL
import TestSupport
import Testing

/// The rules of the schema, asked of the database itself: a table that a later migration adds is held to
/// them too.
@Suite struct CatalogTests {
  private static let database = Task { try await WalkedSchema.recipe.database("catalog", families: 1) }

  @Test("Nothing in the schema breaks the rule", arguments: try CatalogRule.all())
  func holds(_ rule: CatalogRule) async throws {
    for offender in try await rule.offenders(in: connection()) { Issue.record("\(offender): \(rule.remedy(offender))") }
  }

  @Test("What breaks the rule is found, so the test above can fail", arguments: try CatalogRule.all())
  func finds(_ rule: CatalogRule) async throws {
    #expect(try await rule.offendersAfterOffence(in: connection()) == [rule.offender])
  }

  @Test("The tables of the areas there are belong to a family")
  func familyTables() async throws {
    let tables: SQL = "SELECT scoped.name FROM \(CatalogRule.familyTables) AS scoped ORDER BY 1"
    let rows = try await connection().snapshot([tables.statement])
    #expect(Set(rows[0].texts).isSuperset(of: ["assignments", "courses", "families", "members", "subjects"]))
  }

  @Test("The server's role changes columns of a table with `fixed_columns`, but not those", arguments: [
    ("name = 'other'", nil), ("name = 'other', id = gen_random_uuid()", "42501"), ("family_id = family_id", "42501"),
    ("created_at = now()", "42501"),
  ])
  func fixedColumns(assignments: String, refusal: String?) async throws {
    struct Undo: Error {}
    let connection = try await connection()
    do {
      try await connection.withTransaction(isolation: .readCommitted) { transaction in
        // No row is needed: what a statement names counts, as it does for a privilege on columns.
        try await transaction.execute(
          script: """
            CREATE TABLE strays (family_id uuid, id uuid, name text, created_at timestamptz);
            GRANT SELECT, INSERT, UPDATE, DELETE ON strays TO hatched_app;
            ALTER TABLE strays OWNER TO hatched_owner;
            CREATE TRIGGER fixed_columns BEFORE UPDATE OF family_id, id, created_at ON strays
              FOR EACH STATEMENT EXECUTE FUNCTION refuse_fixed_columns();
            SET LOCAL ROLE hatched_owner; UPDATE strays SET \(assignments);
            SET LOCAL ROLE hatched_app; UPDATE strays SET \(assignments);
            """)
        throw Undo()
      }
    } catch is Undo {
      #expect(refusal == nil)
    } catch let error as StatementError {
      #expect(refusal.map { .statement(SQLState(rawValue: $0)) } == error.reason)
    }
  }

  /// As a superuser, who may break every rule.
  private func connection() async throws -> Connection {
    let address = try await Self.database.value.superuser
    return try await Connection.connect(ConnectionConfiguration(address: address), reactor: Reactor())
  }
}
