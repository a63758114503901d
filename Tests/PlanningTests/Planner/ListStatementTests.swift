import SQL
import Testing

@testable import Planning

struct ListStatementTests {
  @Test func `A list under the scope's own row is all rows of the scope`() throws {
    let request = try LibraryRequest("{ library { shelves(first: 3, offset: 6) { name } } }")
    #expect(
      try request.statements().last
        == Statement(
          text: "SELECT shelves_1.library_id, shelves_1.name FROM shelves shelves_1 "
            + "WHERE shelves_1.library_id = $1 ORDER BY shelves_1.name, shelves_1.id LIMIT $2 OFFSET $3",
          binds: [.uuid(.key(1)), .int8(3), .int8(6)]))
  }

  @Test func `A list under each parent is bounded for each parent`() throws {
    let request = try LibraryRequest("{ library { shelves { books(first: 2) { title } } } }")
    #expect(
      try request.statements().last
        == Statement(
          text: """
            SELECT books_2.library_id, books_2.shelf_id, books_2.title \
            FROM (SELECT shelves_1.id AS key FROM shelves shelves_1 \
            WHERE shelves_1.library_id = $1 \
            ORDER BY shelves_1.name, shelves_1.id LIMIT $2 OFFSET $3) parents_2 \
            CROSS JOIN LATERAL (SELECT * FROM books books_2 \
            WHERE books_2.library_id = $1 AND books_2.shelf_id = parents_2.key \
            ORDER BY books_2.title, books_2.id LIMIT $4 OFFSET $5) books_2 \
            ORDER BY books_2.title, books_2.id
            """,
          binds: [.uuid(.key(1)), .int8(10), .int8(0), .int8(2), .int8(0)]))
  }

  @Test func `A list under a list under a list has the keys that the statement before it hands on`() throws {
    let request = try LibraryRequest("{ library { shelves { books { loans { id } } } } }")
    #expect(
      try request.texts.suffix(2) == [
        """
        WITH found AS MATERIALIZED (\
        SELECT books_2.library_id AS c0, books_2.shelf_id AS c1, books_2.id AS c2 \
        FROM (SELECT shelves_1.id AS key FROM shelves shelves_1 \
        WHERE shelves_1.library_id = $1 \
        ORDER BY shelves_1.name, shelves_1.id LIMIT $2 OFFSET $3) parents_2 \
        CROSS JOIN LATERAL (SELECT * FROM books books_2 \
        WHERE books_2.library_id = $1 AND books_2.shelf_id = parents_2.key \
        ORDER BY books_2.title, books_2.id LIMIT $4 OFFSET $5) books_2 \
        ORDER BY books_2.title, books_2.id) \
        SELECT c0, c1, c2 FROM found \
        WHERE (SELECT set_config('hatched.keys_2_2', array_to_string(array_agg(c2), ',', ''), true) FROM found) IS NOT NULL
        """,
        """
        SELECT loans_3.library_id, loans_3.book_id, loans_3.id \
        FROM unnest(string_to_array(current_setting('hatched.keys_2_2', true), ',', '')::uuid[]) parents_3(key) \
        CROSS JOIN LATERAL (SELECT * FROM loans loans_3 \
        WHERE loans_3.library_id = $1 AND loans_3.book_id = parents_3.key \
        ORDER BY loans_3.id LIMIT $2 OFFSET $3) loans_3 \
        ORDER BY loans_3.id
        """,
      ])
  }

  @Test func `However deep lists are, no statement repeats more than a list that nothing is above`() throws {
    let request = try LibraryRequest(
      "{ library { shelves { books { loans { book { loans { book { loans { id } } } } } } } } }")
    let texts = try request.texts
    #expect(texts.count == 8)
    #expect(texts.dropFirst(3).allSatisfy { $0.utf8.count < 2 * texts[2].utf8.count })
  }

  @Test func `A list under one row that was looked up waits for no key`() throws {
    let request = try LibraryRequest(#"{ shelf(id: "x") { books { title } } }"#)
    #expect(
      try request.texts.last == """
        SELECT books_1.library_id, books_1.shelf_id, books_1.title \
        FROM (SELECT shelves_0.id AS key FROM shelves shelves_0 \
        WHERE shelves_0.library_id = $1 AND shelves_0.id = $2) parents_1 \
        CROSS JOIN LATERAL (SELECT * FROM books books_1 \
        WHERE books_1.library_id = $1 AND books_1.shelf_id = parents_1.key \
        ORDER BY books_1.title, books_1.id LIMIT $3 OFFSET $4) books_1 \
        ORDER BY books_1.title, books_1.id
        """)
  }

  @Test func `The restriction of an object type holds for lists of it`() throws {
    let request = try LibraryRequest("{ library { adults { name } } }")
    #expect(
      try request.texts.last
        == "SELECT people_1.library_id, people_1.name FROM people people_1 "
        + "WHERE people_1.library_id = $1 AND people_1.kind = 'A' "
        + "ORDER BY people_1.name, people_1.id LIMIT $2 OFFSET $3")
  }
}
