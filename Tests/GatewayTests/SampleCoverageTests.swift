import SQL
import SampleData
import TestSupport
import Testing

/// What `hatched seed` loads shows every type: a table that comes with a migration has rows of the demonstration family
/// and of sample families, or these tests fail.
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
      #expect(counts.int4(row: 0, column: 1) ?? 0 > 0, "\(name), of sample families")
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
}
