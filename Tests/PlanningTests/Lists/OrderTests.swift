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
      ("[]", "books_1.title, books_1.id"), ("null", "books_1.title, books_1.id"),
    ])
  func orders(orderBy: String, expected: String) throws {
    #expect(try order(orderBy) == expected)
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
    #expect(OrderField.fieldName(of: value) == field)
  }
}
