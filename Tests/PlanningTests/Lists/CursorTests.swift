import GraphQL
import SQL
import Testing

@testable import Planning

struct CursorTests {
  private static func term(_ name: String, _ type: SQLType, nullable: Bool = true, descending: Bool = false) -> OrderTerm {
    OrderTerm(name: name, sql: "t.\(identifier: name)", type: type, isNullable: nullable, isDescending: descending)
  }

  private static func slot(_ type: SQLType) -> SQL.Slot { BindSource<LibraryViewer>.absent(.operand(type)).slot }

  private func order(_ terms: [OrderTerm], of typeName: String = "Book") throws -> CursorOrder {
    try #require(CursorOrder(terms, of: typeName))
  }

  private static let terms = [term("title", .text), term("pages", .int4), term("id", .uuid, nullable: false)]
  private static let values: [[UInt8]?] = [
    Array("Émile".utf8), nil, Array("00000000-0000-0000-0000-000000000007".utf8),
  ]

  private func read(_ cursor: String, _ order: CursorOrder) throws(ArgumentProblem) -> [SQLValue] {
    var values: [SQLValue] = []
    for position in order.types.indices { values.append(try order.value(at: position, of: .string(cursor))) }
    return values
  }

  @Test func `A cursor holds the values of its row`() throws {
    let order = try order(Self.terms)
    let cursor = String(decoding: order.cursor(at: Self.values), as: UTF8.self)
    #expect(try read(cursor, order) == [.text("Émile"), .null(.int4), .uuid(.key(7))])
  }

  @Test func `It is good for no other order and no other type`() throws {
    let cursor = String(decoding: try order(Self.terms).cursor(at: Self.values), as: UTF8.self)
    var others = [
      try order(Self.terms, of: "Shelf"), try order(Self.terms.reversed()),
      try order([Self.term("title", .text, descending: true)] + Self.terms[1...]),
      try order([Self.term("label", .text)] + Self.terms[1...]),
    ]
    var nullsFirst = Self.terms
    nullsFirst[1].putsNullsFirst = true
    others.append(try order(nullsFirst))
    for other in others { #expect(throws: ArgumentProblem.self) { try read(cursor, other) } }
  }

  @Test func `No other text is one`() throws {
    let order = try order(Self.terms)
    let cursor = String(decoding: order.cursor(at: Self.values), as: UTF8.self)
    for text in ["", "x", "=", cursor + "A", cursor + "=", String(cursor.dropLast()), cursor.lowercased(), " " + cursor] {
      #expect(throws: ArgumentProblem.self, "\(text)") { try read(text, order) }
    }
    // Every change of a single character is found.
    for index in cursor.indices {
      var changed = cursor
      changed.replaceSubrange(index...index, with: cursor[index] == "A" ? "B" : "A")
      #expect(throws: ArgumentProblem.self, "\(changed)") { try read(changed, order) }
    }
  }

  @Test(
    "Values that are none of their type are refused, though the cursor is whole",
    arguments: [("x", "7", "x"), ("x", "seven", "00000000-0000-0000-0000-000000000007"), ("x\u{0}", "7", "00000000-0000-0000-0000-000000000007")])
  func forged(title: String, pages: String, id: String) throws {
    let order = try order(Self.terms)
    let cursor = String(decoding: order.cursor(at: [title, pages, id].map { Array($0.utf8) }), as: UTF8.self)
    #expect(throws: ArgumentProblem.self) { try read(cursor, order) }
  }

  @Test(
    "What stands behind a row, whether its values are null or not",
    arguments: [
      (term("a", .int4, nullable: false), false, "t.a > $1"),
      (term("a", .int4, nullable: false), true, "t.a < $1"),
      (term("a", .int4, nullable: false, descending: true), false, "t.a < $1"),
      (term("a", .int4), false, "(t.a > $1 OR (t.a IS NULL AND $1 IS NOT NULL))"),
      (term("a", .int4), true, "(t.a < $1 OR (t.a IS NOT NULL AND $1 IS NULL))"),
      (term("a", .int4, descending: true), false, "(t.a < $1 OR (t.a IS NULL AND $1 IS NOT NULL))"),
    ])
  func behind(term: OrderTerm, reversed: Bool, expected: String) {
    #expect([term].areBehind([Self.slot(.int4)], reversed: reversed).template.text == expected)
  }

  @Test func `Terms decide one after the other`() {
    let slots = [Self.slot(.int4), Self.slot(.uuid)]
    let terms = [Self.term("a", .int4), Self.term("id", .uuid, nullable: false)]
    #expect(
      terms.areBehind(slots).template.text
        == "((t.a > $1 OR (t.a IS NULL AND $1 IS NOT NULL)) OR (t.a IS NOT DISTINCT FROM $1 AND t.id > $2))")
  }

  @Test(
    "What an index can start from is said first",
    arguments: [(false, false, ">=", ">"), (false, true, "<=", "<"), (true, false, "<=", "<"), (true, true, ">=", ">")])
  func start(isDescending: Bool, reversed: Bool, atLeast: String, beyond: String) {
    let slots = [Self.slot(.date), Self.slot(.uuid)]
    let terms = [
      Self.term("a", .date, nullable: false, descending: isDescending), Self.term("id", .uuid, nullable: false),
    ]
    #expect(
      terms.areBehind(slots, reversed: reversed).template.text
        == "t.a \(atLeast) $1 AND (t.a \(beyond) $1 OR (t.a = $1 AND t.id \(reversed ? "<" : ">") $2))")
  }

  @Test func `A moment keeps its microseconds`() throws {
    let text = bigEndian(Int64(-1)).withUnsafeBufferPointer { CursorText.of($0, .timestamptz) }
    #expect(text.map { String(decoding: $0, as: UTF8.self) } == "1999-12-31T23:59:59.999999Z")
    #expect(Operand.isLiteral("1999-12-31T23:59:59.999999Z", of: .timestamptz))
  }

  @Test("Base64 for URLs is read as it is written, and in no other way", arguments: 0..<40)
  func base64(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
    let text = Base64URLText.encode(bytes)
    #expect(Base64URLText.decode(text) == bytes)
    #expect(text.count == (count * 4 + 2) / 3)
    if count % 3 != 0 {
      var other = text
      // The lowest bit of the last character stands for nothing.
      other[other.count - 1] = Base64URLText.encode([255, 255, 255])[0]
      #expect(Base64URLText.decode(other) == nil)
    }
  }
}

extension OrderTerm: CustomTestStringConvertible {
  public var testDescription: String { "\(name) \(isDescending)" }
}
