import GraphQL
import SQL
import Testing

@testable import Planning

/// How many rows the lists of an operation have together: a query by what is there, and the answer to a mutation by what
/// may be there, which is known before anything is changed.
struct RowLimitTests {
  /// Before a mutation.
  private func error(_ query: String, rows: Int) throws -> GraphQLError? {
    let request = try LibraryRequest(query)
    return refusal { _ = try request.plan.checkedCost(request.variables, limits: RequestLimits(rows: rows)) }
  }

  /// 4 shelves, 4 × 3 books, 4 × 3 × 2 loans, 10 wishes.
  private static let lists = """
    { library {
      shelves(first: 4) { books(first: 3) { loans(first: 2) { id } } }
      wishes { id }
    } }
    """

  @Test func `Before a mutation, rows of lists in lists are multiplied, and all lists are added up`() throws {
    #expect(try error(Self.lists, rows: 50) == nil)
    #expect(
      try error(Self.lists, rows: 49)
        == GraphQLError(
          "The lists of this operation have 50 rows together, 24 of them in \"loans\", more than 49. Ask for fewer with "
            + "\"first\".",
          code: .limitExceeded, locations: [Location(line: 2, column: 41)],
          path: [.key("library"), .key("shelves"), .key("books"), .key("loans")],
          extensions: [.init("limit", .string("rows")), .init("maximum", .number("49")), .init("value", .number("50"))]))
    #expect(
      try error("{ library { shelves(first: 4) { books(first: 1) { id } } } }", rows: 3)?.path
        == [.key("library"), .key("shelves")])
  }

  @Test func `A query is refused by the rows that there are, at the list that has most`() throws {
    let request = try LibraryRequest(Self.lists)
    #expect(refusal { _ = try request.statements(limits: RequestLimits(rows: 1)) } == nil)
    func answer(_ shelves: Int, _ books: Int, _ loans: Int, _ wishes: Int) -> [Rows] {
      zip(request.plan.statements, [1, shelves, books, loans, wishes]).map { statement, count in
        Rows(statement.columns, Array(repeating: statement.columns.map { _ in Cell.null }, count: count))
      }
    }
    func refused(_ results: [Rows], rows: Int) -> GraphQLError? {
      refusal { try request.plan.checkRows(of: results, limits: RequestLimits(rows: rows)) }
    }
    #expect(refused(answer(1, 2, 0, 3), rows: 6) == nil)
    let error = refused(answer(1, 2, 0, 3), rows: 5)
    #expect(error?.path == [.key("library"), .key("wishes")])
    #expect(error?.code == .limitExceeded)
    #expect(error?.extensions.contains(.init("value", .number("6"))) == true)
  }

  @Test func `A list has at most as many rows as may be kept of its type`() throws {
    // 200 × 200 × 200 by their pages, and 1,000 loans in a library.
    let query = "{ library { shelves(first: 200) { books(first: 200) { loans(first: 200) { id } } } } }"
    #expect(try error(query, rows: 200 + 40_000 + 1_000) == nil)
    #expect(try error(query, rows: 200 + 40_000 + 999) != nil)
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
