import GraphQL
import SQL
import Testing

@testable import Planning

struct OrderTests {
  private func order(_ orderBy: String) throws -> String {
    let request = try LibraryRequest("{ shelf(id: \"x\") { books(orderBy: \(orderBy)) { id } } }")
    let text = try #require(try request.texts.last)
    // The last one is that of the whole statement.
    return String(text[try #require(text.ranges(of: "ORDER BY ").last).upperBound...])
  }

  @Test(
    "Is ordered so, and at last by the key",
    arguments: [
      ("[{field: PAGES}]", "books_1.pages, books_1.id"), ("{field: PAGES}", "books_1.pages, books_1.id"),
      ("[{field: PAGES, direction: DESC}]", "books_1.pages DESC NULLS LAST, books_1.id"),
      ("[{field: PAGES, nulls: FIRST}]", "books_1.pages NULLS FIRST, books_1.id"),
      ("[{field: PAGES, direction: DESC, nulls: FIRST}]", "books_1.pages DESC, books_1.id"),
      ("[{field: TITLE, direction: DESC}]", "books_1.title DESC, books_1.id"),
      ("[{field: TITLE, nulls: FIRST}]", "books_1.title, books_1.id"),
      ("[{field: PAGES}, {field: TITLE}, {field: PAGES, direction: DESC}]", "books_1.pages, books_1.title, books_1.id"),
      ("[{field: ID, direction: DESC}, {field: TITLE}]", "books_1.id DESC"),
      (
        "{field: SHELF_NAME}",
        "(SELECT shelves_by1.name FROM shelves shelves_by1 WHERE shelves_by1.library_id = $1 "
          + "AND shelves_by1.id = books_1.shelf_id), books_1.id"
      ),
      (
        "{field: SEQUEL_SHELF_NAME, direction: DESC}",
        "(SELECT (SELECT shelves_by2.name FROM shelves shelves_by2 WHERE shelves_by2.library_id = $1 "
          + "AND shelves_by2.id = books_by1.shelf_id) FROM books books_by1 WHERE books_by1.library_id = $1 "
          + "AND books_by1.id = books_1.sequel_id) DESC NULLS LAST, books_1.id"
      ),
      ("[]", "books_1.title, books_1.id"), ("null", "books_1.title, books_1.id"),
    ])
  func orders(orderBy: String, expected: String) throws {
    #expect(try order(orderBy) == expected)
  }

  @Test func `What is out of sight is ordered as if there were nothing`() throws {
    let query = "{ library { loansConnection(first: 3, orderBy: {field: RENEWAL_ID, direction: DESC}) { nodes { id } } } }"
    let seen = try #require(try LibraryRequest(query, as: .staff).texts.last)
    #expect(seen.contains("FROM loans loans_by1 WHERE loans_by1.library_id = $1 AND loans_by1.id = loans_1.renewal_id) DESC NULLS LAST"))
    let hidden = try #require(try LibraryRequest(query, as: .reader).texts.last)
    #expect(hidden.contains("loans_by1.library_id = $1 AND loans_by1.person_id = $2 AND loans_by1.id = loans_1.renewal_id)"))
  }

  @Test func `The scope is said on the way when the planner's lock is off`() throws {
    let query = #"{ shelf(id: "x") { books(orderBy: {field: SHELF_NAME}) { id } } }"#
    let text = try #require(try LibraryRequest(query, locks: .resolver).texts.last)
    #expect(text.contains("WHERE shelves_by1.library_id = books_1.library_id AND shelves_by1.id = books_1.shelf_id)"))
  }

  @Test func `More fields than make sense are refused`() throws {
    let error = refusal { _ = try order("[\(String(repeating: "{field: TITLE} ", count: 6))]") }
    #expect(error?.message == "\"orderBy\" must name at most 5 fields, got 6.")
    #expect(error?.code == .limitExceeded)
  }

  @Test(
    "Enum values are the names of fields",
    arguments: [("DUE_DATE", "dueDate"), ("NAME", "name"), ("A_B_C", "aBC"), ("GRADE_2", "grade2")])
  func names(value: String, field: String) {
    #expect(OrderPath.fieldName(of: value.split(separator: "_")[...]) == field)
  }
}
