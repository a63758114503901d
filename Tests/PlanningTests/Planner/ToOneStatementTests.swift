import Testing

@testable import Planning

struct ToOneStatementTests {
  @Test func `Targets of which a scope has few are all read`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { shelf { name } } }"#)
    #expect(
      try request.texts == [
        "SELECT books_0.library_id, books_0.shelf_id FROM books books_0 "
          + "WHERE books_0.library_id = $1 AND books_0.id = $2",
        "SELECT shelves_1.library_id, shelves_1.id, shelves_1.name FROM shelves shelves_1 "
          + "WHERE shelves_1.library_id = $1",
      ])
  }

  @Test func `Targets of which there may be any number are read by semi-join`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { sequel { title } } }"#)
    #expect(
      try request.texts.last == """
        SELECT books_1.library_id, books_1.id, books_1.title FROM books books_1 \
        WHERE books_1.library_id = $1 AND books_1.id IN (SELECT books_0.sequel_id AS key \
        FROM books books_0 WHERE books_0.library_id = $1 AND books_0.id = $2)
        """)
  }

  @Test func `Targets of a long list are found by the keys of its page`() throws {
    let request = try LibraryRequest("{ library { wishes { sequel { title } } } }")
    #expect(
      try request.texts.suffix(2) == [
        """
        WITH found AS MATERIALIZED (SELECT books_1.library_id AS c0, books_1.sequel_id AS c1 \
        FROM books books_1 WHERE books_1.library_id = $1 \
        ORDER BY books_1.title, books_1.id LIMIT $2 OFFSET $3) \
        SELECT c0, c1 FROM found \
        WHERE (SELECT set_config('hatched.keys_1_1', array_to_string(array_agg(c1), ',', ''), true) FROM found) IS NOT NULL
        """,
        """
        SELECT books_2.library_id, books_2.id, books_2.title FROM (SELECT DISTINCT key FROM \
        unnest(string_to_array(current_setting('hatched.keys_1_1', true), ',', '')::uuid[]) wanted(key)) parents_2 \
        CROSS JOIN LATERAL (SELECT * FROM books books_2 \
        WHERE books_2.library_id = $1 AND books_2.id = parents_2.key OFFSET 0) books_2
        """,
      ])
  }

  @Test func `A semi-join repeats the semi-join above it`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { sequel { sequel { title } } } }"#)
    #expect(
      try request.texts.last == """
        SELECT books_2.library_id, books_2.id, books_2.title FROM books books_2 \
        WHERE books_2.library_id = $1 AND books_2.id IN (SELECT books_1.sequel_id AS key \
        FROM books books_1 WHERE books_1.library_id = $1 AND books_1.id IN (\
        SELECT books_0.sequel_id AS key FROM books books_0 \
        WHERE books_0.library_id = $1 AND books_0.id = $2))
        """)
  }

  @Test func `A list under targets that are all read is read for wanted targets only`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { shelf { books { title } } } }"#)
    #expect(
      try request.texts.last == """
        SELECT books_2.library_id, books_2.shelf_id, books_2.title \
        FROM (SELECT shelves_1.id AS key FROM shelves shelves_1 \
        WHERE shelves_1.library_id = $1 AND shelves_1.id IN (\
        SELECT books_0.shelf_id AS key FROM books books_0 \
        WHERE books_0.library_id = $1 AND books_0.id = $2)) parents_2 \
        CROSS JOIN LATERAL (SELECT * FROM books books_2 \
        WHERE books_2.library_id = $1 AND books_2.shelf_id = parents_2.key \
        ORDER BY books_2.title, books_2.id LIMIT $3 OFFSET $4) books_2 \
        ORDER BY books_2.title, books_2.id
        """)
  }
}
