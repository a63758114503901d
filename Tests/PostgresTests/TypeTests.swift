import SQL
import Testing

@testable import Postgres

@Suite("Values")
struct TypeTests {
  /// Parameters with the text that PostgreSQL reads from them.
  static let values: [(SQLValue, String?)] = [
    (.null(.int4), nil), (.null(.textArray), nil),
    (.bool(true), "true"), (.bool(false), "false"),
    (.int4(.max), "2147483647"), (.int4(.min), "-2147483648"), (.int4(0), "0"),
    (.int8(.max), "9223372036854775807"), (.int8(.min), "-9223372036854775808"),
    (.float8(0.1), "0.1"), (.float8(-1e300), "-1e+300"), (.float8(.infinity), "Infinity"), (.float8(.nan), "NaN"),
    (.text(""), ""), (.text("Zoë 🐣 \"quoted\" \\ $1"), "Zoë 🐣 \"quoted\" \\ $1"),
    (.uuid(UUIDValue(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)), "01234567-89ab-cdef-fedc-ba9876543210"),
    (.textArray([]), "{}"), (.textArray(["a", "", "NULL", "b,c\"{}"]), "{a,\"\",\"NULL\",\"b,c\\\"{}\"}"),
    (.uuidArray([]), "{}"),
    (
      .uuidArray([UUIDValue(high: 0, low: 1), UUIDValue(high: .max, low: .max)]),
      "{00000000-0000-0000-0000-000000000001,ffffffff-ffff-ffff-ffff-ffffffffffff}"
    ),
    (.literal("2026-09-01", .date), "2026-09-01"), (.literal("08:30", .time), "08:30:00"),
    (.literal("2026-09-01T12:00:00+02:00", .timestamptz), "2026-09-01 10:00:00+00"),
    (.literal("12345678901234567890.5", .numeric), "12345678901234567890.5"),
    (.literal("{\"a\": [1, 2]}", .jsonb), "{\"a\": [1, 2]}"),
    (.literal("{1,2}", .int4Array), "{1,2}"), (.literal("7", .int2), "7"), (.literal("1.5", .float4), "1.5"),
  ]

  @Test("reach PostgreSQL as what they are", arguments: values)
  func parameters(value: SQLValue, text: String?) async throws {
    let connection = try await connect("types")
    let rows = try await connection.snapshot([
      Statement(text: "SELECT $1::text, pg_typeof($1)::oid", binds: [value]),
      Statement(text: "SELECT $1", binds: [value]),
    ])
    #expect(rows[0].text() == text)
    #expect(rows[0].integer(0, 1).map { SQLType(rawValue: UInt32($0)) } == value.type)
    #expect(rows[1].columns == [value.type])
    #expect(rows[1].isNull(row: 0, column: 0) == (text == nil))
  }

  /// Queries with their results, in PostgreSQL's binary format.
  static let cells: [(String, SQLType, [UInt8]?)] = [
    ("NULL::text", .text, nil),
    ("true", .bool, [1]),
    ("258::int2", .int2, [1, 2]),
    ("-2", .int4, [255, 255, 255, 254]),
    ("1::int8", .int8, [0, 0, 0, 0, 0, 0, 0, 1]),
    ("1.5::float8", .float8, [0x3F, 0xF8, 0, 0, 0, 0, 0, 0]),
    ("'ä'::text", .text, [0xC3, 0xA4]),
    ("''::varchar", .varchar, []),
    ("'00000000-0000-0000-0000-0000000000ff'::uuid", .uuid, Array(repeating: 0, count: 15) + [255]),
    ("'2000-01-02'::date", .date, [0, 0, 0, 1]),
    ("'2000-01-01 00:00:01Z'::timestamptz", .timestamptz, [0, 0, 0, 0, 0, 0x0F, 0x42, 0x40]),
    // Digits in base 10,000, weight, sign, scale.
    ("12.50::numeric", .numeric, [0, 2, 0, 0, 0, 0, 0, 2, 0, 12, 0x13, 0x88]),
    ("'[1]'::jsonb", .jsonb, [1] + Array("[1]".utf8)),
    // Dimensions, flags, element type, size, lower bound; then length and value of each.
    (
      "ARRAY[5]::int4[]", .int4Array,
      [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 23, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 5]
    ),
  ]

  @Test("come back in binary format", arguments: cells)
  func results(expression: String, type: SQLType, bytes: [UInt8]?) async throws {
    let connection = try await connect("types")
    let rows = try await connection.snapshot([Statement(text: "SELECT \(expression)")])[0]
    #expect(rows.columns == [type])
    #expect(rows.count == 1)
    #expect(rows.bytes() == bytes)
  }

  @Test("of many rows and columns stay in their places")
  func grid() async throws {
    let connection = try await connect("types")
    let rows = try await connection.snapshot([
      Statement(
        text: """
          SELECT n, CASE WHEN n % 3 = 0 THEN NULL ELSE 'row ' || n END, ''::text
          FROM generate_series(1, $1) AS n ORDER BY n
          """, binds: [.int4(2000)])
    ])[0]
    #expect(rows.count == 2000)
    for row in 0..<2000 {
      #expect(rows.integer(row, 0) == row + 1)
      #expect(rows.text(row, 1) == ((row + 1) % 3 == 0 ? nil : "row \(row + 1)"))
      #expect(rows.text(row, 2) == "")
    }
  }
}
