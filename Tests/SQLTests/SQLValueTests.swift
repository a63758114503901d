import SQL
import Testing

struct SQLValueTests {
  @Test(
    "A value is bound with its type",
    arguments: [
      (.null(.date), .date), (.bool(true), .bool), (.int4(1), .int4), (.int8(1), .int8), (.float8(1), .float8),
      (.text(""), .text), (.uuid(UUIDValue(high: 0, low: 0)), .uuid), (.textArray([]), .textArray),
      (.uuidArray([]), .uuidArray), (.literal("2026-09-01", .date), .date),
    ] as [(SQLValue, SQLType)])
  func types(value: SQLValue, type: SQLType) {
    #expect(value.type == type)
  }

  @Test func `A type is called what PostgreSQL calls it, or by its number`() {
    #expect("\(SQLType.timestamptz)" == "timestamptz")
    #expect("\(SQLType(rawValue: 600))" == "type 600")
  }
}
