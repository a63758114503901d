import Gateway
import SQL
import TestSupport
import Testing

/// Values as SQL text, as `hatched explain --pgbench` prints them.
@Suite struct LiteralTests {
  private static let database = Task { try await SchoolDatabase("literals", families: 1) }

  private static let texts = [
    "", "it's", #"\"#, #"\'; SELECT 1"#, #""{a,b}""#, ":family_id", "08:30", "$1", "two\nlines\r", "Zoë 🦔", "NULL",
    // With a combining accent.
    "\\\u{301}", "\"\u{301}", "'\u{301}", ":\u{301}a",
  ]

  static let values: [SQLValue] =
    texts.map { .text($0) } + [
      .textArray(texts), .textArray([]), .uuid(UUIDValue(high: 1, low: 2)), .uuidArray([UUIDValue(high: 1, low: 2)]),
      .bool(true), .int4(-7), .int4(.min), .int4(7), .int8(.min), .int8(.max), .int8(50), .float8(0.1), .literal("2026-09-07", .date), .literal("{1.50,2}", .numericArray),
      .literal("2026-09-07T08:30:00.125+02:00", .timestamptz),
    ]

  @Test("Is the value that is bound", arguments: values)
  func value(_ value: SQLValue) async throws {
    let database = try await Self.database.value
    let literal: SQL = "\(unescaped: value.literal)"
    let rows = try await database.run(
      "SELECT \(literal) = \(bind: value) AND pg_typeof(\(literal)) = pg_typeof(\(bind: value))")
    #expect(rows.withCell(row: 0, column: 0) { Array($0) } == [1], "\(value.literal)")
    // pgbench would put something of its own there.
    #expect(!value.literal.replacing("::", with: "").contains(/[:$]\w/), "\(value.literal)")
  }

  @Test func `Null is null`() async throws {
    #expect(SQLValue.null(.date).literal == "NULL::date")
  }
}
