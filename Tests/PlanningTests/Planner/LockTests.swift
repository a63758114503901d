import Testing

@testable import Planning

struct LockTests {
  @Test func `Without the lock of the statements only the key is left, of which the scope is a part`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { loans { id } } }"#, as: .reader, locks: .resolver)
    #expect(
      try request.texts == [
        "SELECT books_0.library_id, books_0.id FROM books books_0 WHERE books_0.id = $1",
        """
        SELECT loans_1.library_id, loans_1.book_id, loans_1.id \
        FROM (SELECT books_0.library_id AS scope, books_0.id AS key FROM books books_0 WHERE books_0.id = $1) parents_1 \
        CROSS JOIN LATERAL (SELECT * FROM loans loans_1 \
        WHERE loans_1.library_id = parents_1.scope AND loans_1.book_id = parents_1.key \
        ORDER BY loans_1.id LIMIT $2 OFFSET $3) loans_1 ORDER BY loans_1.id
        """,
      ])
  }

  @Test func `Without the lock of the statements a list still belongs to its parent`() throws {
    let request = try LibraryRequest("{ library { shelves { name } } }", locks: .resolver)
    #expect(try request.texts.last?.contains("shelves_1.library_id = parents_1.key") == true)
  }

  @Test func `Without the lock of the resolvers every field is planned`() throws {
    let request = try LibraryRequest(
      #"{ book(id: "x") { appraisal remark } }"#, as: .reader, locks: .scope)
    #expect(
      try request.texts == [
        "SELECT books_0.library_id, books_0.appraisal, books_0.remark FROM books books_0 "
          + "WHERE books_0.library_id = $1 AND books_0.id = $2"
      ])
  }

  @Test func `Without the lock of the resolvers a row of another scope is written`() throws {
    let request = try LibraryRequest("{ library { name } }", locks: .scope)
    #expect(try request.body([[2, "Elsewhere"]]) == #"{"data":{"library":{"name":"Elsewhere"}}}"#)
  }
}
