import Testing

@testable import SQL

struct SQLInterpolationTests {
  private struct Place: SlotSource {
    let index: Int
    let type: SQLType
  }

  private struct Other: SlotSource {
    let type: SQLType
  }

  @Test func `Text stays text, and a value becomes a number`() {
    let sql: SQL = "SELECT name FROM subjects WHERE id = \(bind: .int4(7)) AND kind = \(bind: .text("open"))"
    #expect(sql.statement.text == "SELECT name FROM subjects WHERE id = $1 AND kind = $2")
    #expect(sql.statement.binds == [.int4(7), .text("open")])
  }

  @Test(
    "What a value says never reaches the text",
    arguments: ["", "'", "'; DROP TABLE members; --", "$1", "\\", "\u{0}", "\"", "é"])
  func values(text: String) {
    let sql: SQL = "SELECT \(bind: .text(text))"
    #expect(sql.statement == Statement(text: "SELECT $1", binds: [.text(text)]))
  }

  @Test func `Equal values have a number each, so that values do not change the text`() {
    let sql: SQL = "\(bind: .int8(1)) + \(bind: .int8(1))"
    #expect(sql.template.text == "$1 + $2")
    #expect(sql.template.binds == [.value(.int8(1)), .value(.int8(1))])
  }

  @Test func `A slot has one number wherever it stands`() {
    let family = SQL.Slot(Place(index: 4, type: .uuid))
    let first = SQL.Slot(Place(index: 0, type: .int8))
    let sql: SQL = "\(family) \(first) \(family) \(bind: .bool(true)) \(first)"
    #expect(sql.template.text == "$1 $2 $1 $3 $2")
    #expect(sql.template.binds == [.slot(family), .slot(first), .value(.bool(true))])
  }

  @Test func `Slots are the same where their sources are equal`() {
    let sources = [Place(index: 0, type: .uuid), Place(index: 1, type: .uuid), Place(index: 0, type: .text)]
    for (index, source) in sources.enumerated() {
      #expect(sources.map { SQL.Slot($0) == SQL.Slot(source) } == sources.indices.map { $0 == index })
    }
    let (place, other) = (SQL.Slot(Place(index: 0, type: .uuid)), SQL.Slot(Other(type: .uuid)))
    #expect(place != other)
    #expect(("\(place) \(other) \(place)" as SQL).template.text == "$1 $2 $1")
  }

  @Test func `A slot is filled for every statement anew`() {
    let sql: SQL = "SELECT \(SQL.Slot(Place(index: 1, type: .text))), \(bind: .int4(3)), \(SQL.Slot(Place(index: 0, type: .int8)))"
    let filled = sql.template.statement { slot in slot.type == .int8 ? .int8(9) : .text("nine") }
    #expect(filled == Statement(text: "SELECT $1, $2, $3", binds: [.text("nine"), .int4(3), .int8(9)]))
  }

  @Test func `A slot that nobody fills is a null of its type`() {
    let sql: SQL = "SELECT \(SQL.Slot(Place(index: 0, type: .uuid)))"
    #expect(sql.statement.binds == [.null(.uuid)])
  }

  @Test func `SQL in SQL is numbered with what surrounds it`() {
    let inner: SQL = "id = \(bind: .int4(2))"
    let outer: SQL = "a = \(bind: .int4(1)) AND (\(inner)) AND b = \(bind: .int4(3))"
    #expect(outer.statement.text == "a = $1 AND (id = $2) AND b = $3")
    #expect(outer.statement.binds == [.int4(1), .int4(2), .int4(3)])
  }

  @Test func `Ten binds and more are numbered in order`() {
    let numbers: [Int32] = Array(1...12)
    let sql = numbers.map { number -> SQL in "\(bind: .int4(number))" }.joined(separator: ",")
    #expect(sql.statement.text == "$1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12")
    #expect(sql.statement.binds == numbers.map { .int4($0) })
  }

  @Test func `Parts are joined with the separator between each two`() {
    let parts: [SQL] = ["a", "b = \(bind: .int4(1))", "c"]
    #expect(parts.joined(separator: " AND ").statement.text == "a AND b = $1 AND c")
    #expect([SQL]().joined(separator: ", ").isEmpty)
    #expect((["a"] as [SQL]).joined(separator: ", ").statement.text == "a")
  }

  @Test func `Adding puts one behind the other`() {
    var sql: SQL = "WHERE a = \(bind: .int4(1))"
    sql += " AND b = \(bind: .int4(2))"
    #expect((sql + " LIMIT 3").statement.text == "WHERE a = $1 AND b = $2 LIMIT 3")
    #expect(sql.statement.binds.count == 2)
  }

  @Test func `Only the empty text is empty`() {
    #expect(("" as SQL).isEmpty)
    #expect(!(" " as SQL).isEmpty)
    #expect(!("\(bind: .null(.text))" as SQL).isEmpty)
  }

  @Test func `Unescaped text is taken as it is`() {
    let sql: SQL = "ORDER BY name \(unescaped: "DESC")"
    #expect(sql.statement == Statement(text: "ORDER BY name DESC"))
  }
}
