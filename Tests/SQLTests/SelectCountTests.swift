import SQL
import Testing

struct SelectCountTests {
  @Test(
    "Every SELECT of the text counts",
    arguments: [
      ("", 0), ("SELEC", 0), ("select 1", 0), ("SELECT", 1), ("SELECTSELECT", 2), ("SELESELECT", 1),
      ("(SELECT count(*) FROM t WHERE EXISTS (SELECT 1 FROM u)) é SELECT", 3),
    ] as [(SQL, Int)])
  func count(sql: SQL, expected: Int) {
    #expect(sql.selectCount == expected)
  }

  @Test func `A value that says SELECT is no query`() {
    let sql: SQL = "(SELECT \(bind: .text("SELECT")))"
    #expect(sql.selectCount == 1)
  }

  @Test func `Queries in parentheses are found, with all that is inside of them`() {
    let zone: SQL = "(SELECT home.time_zone FROM families home WHERE home.family_id = \(bind: .int4(1)))"
    let inner: SQL = "(SELECT coalesce((SELECT 1), count(*)) FROM t)"
    let sql: SQL = "coalesce(a, \(zone)) + b(\(inner)) > (c) AND d NOT IN \(zone) OR (\(inner)"
    #expect(sql.queries.map(\.selectCount) == [1, 2, 1, 2])
    #expect(sql.queries.first == sql.queries[2])
    #expect(Set(sql.queries).count == 2)
    let none: SQL = "(a) OR b"
    #expect(none.queries.isEmpty)
  }
}
