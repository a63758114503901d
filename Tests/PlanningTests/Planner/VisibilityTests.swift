import Testing

@testable import Planning

struct VisibilityTests {
  @Test func `What a viewer may see of a table is part of every list`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { loans { id } } }"#, as: .reader)
    #expect(
      try request.texts.last == """
        SELECT loans_1.library_id, loans_1.book_id, loans_1.id \
        FROM (SELECT books_0.id AS key FROM books books_0 \
        WHERE books_0.library_id = $1 AND books_0.id = $2) parents_1 \
        CROSS JOIN LATERAL (SELECT * FROM loans loans_1 \
        WHERE loans_1.library_id = $1 AND loans_1.person_id = $3 AND loans_1.book_id = parents_1.key \
        ORDER BY loans_1.id LIMIT $4 OFFSET $5) loans_1 \
        ORDER BY loans_1.id
        """)
  }

  @Test func `Deeper levels have no keys of what it hides`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { loans { book { title } } } }"#, as: .reader)
    let texts = try request.texts.suffix(2)
    #expect(texts.first?.contains("loans_1.library_id = $1 AND loans_1.person_id = $3") == true)
    #expect(texts.first?.contains("set_config('hatched.keys_1_") == true)
    #expect(texts.last?.contains("unnest(string_to_array(current_setting('hatched.keys_1_") == true)
  }

  @Test func `Who may see all rows of the scope has the scope as the only condition`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { loans { id } } }"#, as: .staff)
    #expect(try request.texts.last?.contains("person_id") == false)
  }

  @Test(
    "Every table in every statement is bound to the scope",
    arguments: [
      "{ library { name shelves { name books { title sequel { title shelf { name } } loans { id } } } } }",
      #"{ book(id: "x") { shelf { books { loans { book { title } } } } critic { loans { id } } } }"#,
      "{ library { people { ... on Child { guardian { loans { book { shelf { name } } } } } } wishes { id } } }",
      #"{ person(id: "x") { name } me { loans { id } } shelf(id: "y") { name } }"#,
    ])
  func scope(query: String) throws {
    for viewer in [LibraryViewer.staff, .reader] {
      for text in try LibraryRequest(query, as: viewer).texts {
        for name in text.matches(of: /FROM [a-z]+ ([a-z]+_[0-9]+)/).map(\.1) {
          #expect(text.contains(try Regex("WHERE \(name)\\.library_id = \\$[0-9]+")), "\(name) in \(text)")
        }
      }
    }
  }
}
