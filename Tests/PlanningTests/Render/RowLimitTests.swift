import GraphQL
import Testing

@testable import Planning

struct RowLimitTests {
  private func error(_ query: String, rows: Int) throws -> GraphQLError? {
    let request = try LibraryRequest(query)
    return refusal { _ = try request.statements(limits: RequestLimits(rows: rows)) }
  }

  @Test func `Rows of lists in lists are multiplied, and all lists are added up`() throws {
    // 4 shelves, 4 × 3 books, 4 × 3 × 2 loans, 10 wishes.
    let query = """
      { library {
        shelves(first: 4) { books(first: 3) { loans(first: 2) { id } } }
        wishes { id }
      } }
      """
    #expect(try error(query, rows: 50) == nil)
    #expect(
      try error(query, rows: 49)
        == GraphQLError(
          "The lists of this operation may have 50 rows together, more than 49. Ask for fewer with \"first\".",
          code: .limitExceeded, locations: [Location(line: 3, column: 3)],
          path: [.key("library"), .key("wishes")],
          extensions: [.init("limit", .string("rows")), .init("maximum", .number("49")), .init("value", .number("50"))]))
    #expect(try error(query, rows: 39)?.path == [.key("library"), .key("shelves"), .key("books"), .key("loans")])
    #expect(try error(query, rows: 3)?.path == [.key("library"), .key("shelves")])
  }

  @Test func `A to-one relation has as many rows as its parents, which are not counted twice`() throws {
    let query = "{ library { wishes(first: 10) { sequel { loans(first: 2) { book { title } } } } } }"
    #expect(try error(query, rows: 30) == nil)
    #expect(try error(query, rows: 29)?.path.last == .key("loans"))
  }

  @Test func `Objects without lists count nothing`() throws {
    #expect(try error(#"{ book(id: "x") { shelf { name } sequel { title } } }"#, rows: 0) == nil)
  }

  @Test func `Deep nesting is refused before its product is too large to hold`() throws {
    var query = "id"
    for _ in 0..<12 { query = "shelf { books(first: 200) { \(query) } }" }
    #expect(try error(#"{ book(id: "x") { \#(query) } }"#, rows: 20_000)?.code == .limitExceeded)
  }
}
