import Postgres
import SQL
import SampleData
import TestSupport
import Testing

/// The rows of `hatched seed` cover every type: a table that comes with a migration has rows of the demonstration
/// family and of sample families, or these tests fail.
struct SampleCoverageTests {
  private static let database = Task { try await SchoolDatabase("sample_coverage", families: 8) }

  @Test func `Every table of families has rows of the demonstration family and of sample families`() async throws {
    let database = try await Self.database.value
    let tables = try await database.run(
      """
      SELECT relname::text FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'family_id'
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT attisdropped ORDER BY 1
      """)
    #expect(tables.count > 15)
    for row in 0..<tables.count {
      let name = try #require(tables.text(row: row, column: 0))
      let counts = try await database.run(
        """
        SELECT count(*) FILTER (WHERE family_id = \(bind: .uuid(DemonstrationFamily.id)))::int4,
          count(*) FILTER (WHERE family_id <> \(bind: .uuid(DemonstrationFamily.id)))::int4
        FROM \(identifier: name)
        """)
      #expect(counts.int4(row: 0, column: 0) ?? 0 > 0, "\(name), of the demonstration family")
      // Sample families are registered at no school, and have no group and no conversation with others.
      guard !["school_families", "group_memberships", "group_hidings", "family_conversations"].contains(name) else { continue }
      #expect(counts.int4(row: 0, column: 1) ?? 0 > 0, "\(name), of sample families")
    }
  }

  @Test func `Every table of schools has rows of the demonstration school, and every column has a value`() async throws {
    let database = try await Self.database.value
    let columns = try await database.run(
      """
      SELECT relname::text, attname::text FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT attisdropped AND (relname = 'schools' OR (
        SELECT count(*) FROM pg_attribute place
        WHERE place.attrelid = pg_class.oid AND place.attname = 'school_id' AND NOT place.attisdropped) = 1)
      ORDER BY 1, 2
      """)
    #expect(columns.count > 40)
    for row in 0..<columns.count {
      let (table, column) = (try #require(columns.text(row: row, column: 0)), try #require(columns.text(row: row, column: 1)))
      let values = try await database.run(
        "SELECT 1 FROM \(identifier: table) WHERE \(identifier: column) IS NOT NULL LIMIT 1")
      #expect(values.count == 1, "\(table).\(column)")
    }
  }

  @Test func `Sample families differ in what members set for themselves`() async throws {
    let database = try await Self.database.value
    let settings = try await database.run(
      """
      SELECT count(DISTINCT week_start)::int4, count(DISTINCT push_notifications)::int4,
        (SELECT count(DISTINCT join_policy)::int4 FROM families) FROM members
      """)
    for column in 0..<3 { #expect(settings.int4(row: 0, column: column) == 2) }
  }

  // MARK: Tables to come

  private static let newTables = """
    CREATE TABLE wishes (
      family_id uuid NOT NULL, id uuid NOT NULL, student_id uuid NOT NULL,
      student_role text NOT NULL GENERATED ALWAYS AS ('STUDENT') STORED,
      title text NOT NULL CONSTRAINT wishes_title CHECK (length(title) BETWEEN 1 AND 20), link text, note text,
      state text NOT NULL CONSTRAINT wishes_state CHECK (state IN ('OPEN', 'GRANTED')), day date NOT NULL, price numeric,
      is_secret boolean NOT NULL, version int NOT NULL DEFAULT 1, PRIMARY KEY (family_id, id));
    CREATE TABLE wish_parts (
      family_id uuid NOT NULL, id uuid NOT NULL, wish_id uuid NOT NULL, size int NOT NULL, PRIMARY KEY (family_id, id));
    ALTER TABLE wishes ADD CONSTRAINT wishes_student
      FOREIGN KEY (family_id, student_id, student_role) REFERENCES members (family_id, id, role);
    ALTER TABLE wish_parts ADD CONSTRAINT wish_parts_wish FOREIGN KEY (family_id, wish_id) REFERENCES wishes (family_id, id);
    """

  private func generate(besides script: String) async throws -> SchoolDatabase {
    let database = try await SchoolDatabase("sample_generation", families: 3)
    let connection = try await Connection.connect(ConnectionConfiguration(address: database.owner), reactor: Reactor())
    try await connection.execute(script: script)
    let known = (database.demonstration.tables + database.sample.tables).map(\.name)
    // Twice: a family that has rows gets no more.
    for _ in 0..<2 { try await connection.execute(script: GeneratedRows.script(besides: known)) }
    return database
  }

  @Test func `A table without sample rows gets some of its columns' types, in each family, its parents' first`() async throws {
    let database = try await generate(besides: Self.newTables)
    let wishes = try await database.run(
      """
      SELECT count(*)::int4, count(DISTINCT family_id)::int4, count(DISTINCT state)::int4, count(link)::int4,
        count(*) FILTER (WHERE is_secret)::int4,
        count(*) FILTER (WHERE EXISTS (SELECT FROM wish_parts p WHERE p.family_id = w.family_id))::int4 FROM wishes w
      """)
    #expect((0..<6).map { wishes.int4(row: 0, column: $0) } == [12, 4, 2, 8, 4, 12])
  }

  @Test func `A table whose constraints ask for more is named`() async throws {
    await #expect {
      _ = try await generate(
        besides: """
          CREATE TABLE puzzles (family_id uuid, id uuid, answer int NOT NULL CONSTRAINT puzzles_answer CHECK (answer = 42),
            PRIMARY KEY (family_id, id))
          """)
    } throws: { "\($0)".contains("puzzles needs sample rows of its own") }
  }
}
