import Testing

@testable import Planning

/// Where all rows of a type are read anyway, one statement reads them for all who refer to them.
struct SharedStatementTests {
  private let twice = #"{ a: book(id: "x") { shelf { name } } b: book(id: "y") { shelf { id } } }"#

  @Test func `The targets of two relations are read once, with what is asked of either`() throws {
    let request = try LibraryRequest(twice)
    #expect(request.plan.outline == ["a Book", "a.shelf, b.shelf Shelf", "b Book"])
    #expect(
      try request.texts[1] == "SELECT shelves_1.library_id, shelves_1.id, shelves_1.name FROM shelves shelves_1 "
        + "WHERE shelves_1.library_id = $1")
  }

  @Test func `Each place shows what was asked there`() throws {
    let shelves: [[Cell]] = [[1, 20, "A"], [1, 21, "B"]]
    #expect(
      try LibraryRequest(twice).body([[1, 21]], shelves, [[1, 20]])
        == #"{"data":{"a":{"shelf":{"name":"B"}},"b":{"shelf":{"id":"\#(text(20))"}}}}"#)
  }

  @Test func `What is below each place is read for its own parents`() throws {
    let request = try LibraryRequest(
      #"{ a: book(id: "x") { shelf { name } } b: book(id: "y") { shelf { books { title } } } }"#)
    #expect(
      try request.texts.last == """
        SELECT books_4.library_id, books_4.shelf_id, books_4.title \
        FROM (SELECT shelves_1.id AS key FROM shelves shelves_1 \
        WHERE shelves_1.library_id = $1 AND shelves_1.id IN (\
        SELECT books_2.shelf_id AS key FROM books books_2 \
        WHERE books_2.library_id = $1 AND books_2.id = $2)) parents_4 \
        CROSS JOIN LATERAL (SELECT * FROM books books_4 \
        WHERE books_4.library_id = $1 AND books_4.shelf_id = parents_4.key \
        ORDER BY books_4.title, books_4.id LIMIT $3 OFFSET $4) books_4 \
        ORDER BY books_4.title, books_4.id
        """)
  }

  @Test func `A level below one of the same rows has them from there`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { shelf { books { shelf { books { title } } } } } }"#)
    #expect(
      request.plan.outline == [
        "book Book", "book.shelf, book.shelf.books.shelf Shelf", "book.shelf.books Book",
        "book.shelf.books.shelf.books Book",
      ])
  }

  @Test(arguments: [
    // Rows of a list, and looked-up rows, are not all there is.
    #"{ library { shelves { name } } book(id: "x") { shelf { name } } }"#,
    #"{ book(id: "x") { shelf { name } } library { shelves { name } } }"#,
    #"{ book(id: "x") { shelf { name } } shelf(id: "x") { name } }"#,
    #"{ shelf(id: "x") { name } book(id: "x") { shelf { name } } }"#,
    // There may be any number of sequels: only those that are referred to are read.
    #"{ a: book(id: "x") { sequel { title } } b: book(id: "y") { sequel { title } } }"#,
    // Other rows of the same table: adults, and people of all ages.
    #"{ book(id: "x") { critic { name } loans { reader { name } } } }"#,
    #"{ book(id: "x") { loans { reader { name } } critic { name } } }"#,
  ])
  func `Other rows are read by statements of their own`(query: String) throws {
    let plan = try LibraryRequest(query).plan
    #expect(plan.statements.count == plan.levels.count)
  }

  @Test func `A level without a statement costs none`() throws {
    func cost(_ query: String) throws -> Int {
      let request = try LibraryRequest(query)
      return try request.plan.cost(request.variables, limits: RequestLimits()).total
    }
    let one = try cost(#"{ a: book(id: "x") { title } }"#)
    let withShelf = try cost(#"{ a: book(id: "x") { title shelf { name } } }"#)
    let statement = 10
    #expect(
      try cost(#"{ a: book(id: "x") { title shelf { name } } b: book(id: "x") { title shelf { name } } }"#)
        == 2 * withShelf - statement)
    #expect(withShelf > one + statement)
  }

  private func text(_ id: Int) -> String { "00000000-0000-0000-0000-0000000000\(String(id, radix: 16))" }
}
