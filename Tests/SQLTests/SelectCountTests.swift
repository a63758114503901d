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
}
