import SQL
import Testing

@testable import Planning

struct LookupStatementTests {
  @Test func `The row that is the scope is found by the scope alone`() throws {
    let request = try LibraryRequest("{ library { name } }")
    #expect(
      try request.statements() == [
        Statement(
          text: "SELECT libraries_0.library_id, libraries_0.name FROM libraries libraries_0 "
            + "WHERE libraries_0.library_id = $1",
          binds: [.uuid(.key(1))])
      ])
  }

  @Test func `A row looked up by id is also bound to the scope`() throws {
    let request = try LibraryRequest(#"{ book(id: "00000000-0000-0000-0000-000000000007") { title } }"#)
    #expect(
      try request.statements() == [
        Statement(
          text: "SELECT books_0.library_id, books_0.title FROM books books_0 "
            + "WHERE books_0.library_id = $1 AND books_0.id = $2",
          binds: [.uuid(.key(1)), .uuid(.key(7))])
      ])
  }

  @Test func `A row whose key is the viewer's is looked up with its restriction`() throws {
    let request = try LibraryRequest("{ me { name } }", as: .reader)
    #expect(
      try request.statements() == [
        Statement(
          text: "SELECT people_0.library_id, people_0.name FROM people people_0 "
            + "WHERE people_0.library_id = $1 AND people_0.kind = 'A' AND people_0.id = $2",
          binds: [.uuid(.key(1)), .uuid(.key(9))])
      ])
  }

  @Test func `Nothing but __typename needs no statement`() throws {
    let request = try LibraryRequest("{ __typename }", as: .stranger)
    #expect(try request.statements().isEmpty)
  }

  @Test func `An id of an interface is looked up in its table, with the type of the row`() throws {
    let request = try LibraryRequest(#"{ person(id: "x") { name } }"#)
    #expect(
      try request.texts == [
        "SELECT people_0.library_id, people_0.kind, people_0.name FROM people people_0 "
          + "WHERE people_0.library_id = $1 AND people_0.id = $2"
      ])
  }
}
