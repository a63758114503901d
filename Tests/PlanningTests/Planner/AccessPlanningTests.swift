import GraphQL
import SQL
import Testing

@testable import Planning

struct AccessPlanningTests {
  @Test func `A rule about rows is a column, and the value stays in the database where it is false`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { remark } }"#, as: .reader)
    #expect(
      try request.statements() == [
        Statement(
          text: """
            SELECT books_0.library_id, coalesce(books_0.author_id = $1, false), \
            CASE WHEN books_0.author_id = $1 THEN books_0.remark END \
            FROM books books_0 WHERE books_0.library_id = $2 AND books_0.id = $3
            """,
          binds: [.uuid(.key(9)), .uuid(.key(1)), .null(.uuid)])
      ])
  }

  @Test func `Who may have the field of every row reads it as it is`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { remark } }"#, as: .staff)
    #expect(
      try request.texts == [
        "SELECT books_0.library_id, books_0.remark FROM books books_0 "
          + "WHERE books_0.library_id = $1 AND books_0.id = $2"
      ])
  }

  @Test func `A rule about rows on a relation is a column beside the key`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { critic { name } } }"#, as: .reader)
    #expect(
      try request.texts.first == """
        SELECT books_0.library_id, coalesce(books_0.author_id = $1, false), books_0.critic_id \
        FROM books books_0 WHERE books_0.library_id = $2 AND books_0.id = $3
        """)
  }

  @Test func `A refused field reads no column`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { appraisal } }"#, as: .reader)
    #expect(
      try request.texts == [
        "SELECT books_0.library_id FROM books books_0 WHERE books_0.library_id = $1 AND books_0.id = $2"
      ])
  }

  @Test func `A refused field of the root reads nothing`() throws {
    let request = try LibraryRequest("{ draft { title } }", as: .reader)
    #expect(try request.statements().isEmpty)
    #expect(try request.response().errors.map(\.message) == ["You may not see Query.draft."])
  }

  @Test(
    "A stranger is told to sign in, wherever in the operation the field stands",
    arguments: [
      "{ library { name } }", "{ opening { name id } }", "{ __typename opening { shelves { name } } }",
      "{ ... on Query { me { email } } }", "query { ...F } fragment F on Query { draft { id } }",
    ])
  func unauthenticated(query: String) throws {
    let error = #expect(throws: PlanRefusal.self) { try LibraryRequest(query, as: .stranger) }
    guard case .unauthenticated = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `A stranger may have what is for anyone, and has no rows`() throws {
    let request = try LibraryRequest("{ opening { name } }", as: .stranger)
    #expect(try request.statements().map(\.binds) == [[.null(.uuid)]])
  }

  @Test func `Introspection has a rule too`() throws {
    let map = try EntityMap.library(introspection: .staff)
    #expect(throws: PlanRefusal.self) {
      try LibraryRequest("{ __schema { queryType { name } } }", as: .stranger, map: map)
    }
    let refused = try LibraryRequest(#"{ __type(name: "Book") { name } }"#, as: .reader, map: map)
    let response = try refused.response()
    #expect(
      response.text
        == #"{"errors":[{"message":"You may not see Query.__type.","locations":[{"line":1,"column":3}],"#
        + #""path":["__type"],"extensions":{"code":"FORBIDDEN"}}],"data":{"__type":null}}"#)
    let allowed = try LibraryRequest(#"{ __type(name: "Book") { name } }"#, as: .staff, map: map)
    #expect(try allowed.body() == #"{"data":{"__type":{"name":"Book"}}}"#)
  }
}
