import GraphQL
import SQL
import Testing

@testable import Planning

struct StatementTextTests {
  private static let query = """
    query($id: ID!, $first: Int!, $to: ID) {
      book(id: $id) { isLent(to: $to) loans(first: $first) { id book { title } } }
    }
    """

  @Test(
    "The text is the same for all values",
    arguments: [
      #"{"id": "'; DROP TABLE books; --", "first": 0, "to": "$1"}"#,
      #"{"id": "00000000-0000-0000-0000-000000000007", "first": 200, "to": ""}"#,
      #"{"id": "", "first": 1, "to": "00000000-0000-0000-0000-000000000007"}"#,
    ])
  func values(variables: String) throws {
    let usual = try LibraryRequest(Self.query, variables: #"{"id": "a", "first": 3, "to": "b"}"#, as: .reader)
    let request = try LibraryRequest(Self.query, variables: variables, as: .reader)
    #expect(try request.texts == usual.texts)
  }

  @Test func `The text is the same for all viewers of a class`() throws {
    let one = try LibraryRequest(Self.query, variables: #"{"id": "a", "first": 3}"#, as: .reader)
    let other = try LibraryRequest(
      Self.query, variables: #"{"id": "a", "first": 3}"#, as: .reader(library: .key(2), person: .key(8)))
    #expect(try one.texts == other.texts)
    #expect(try one.statements() != other.statements())
  }

  @Test func `A plan is rendered for any request of its shape`() throws {
    let one = try LibraryRequest(Self.query, variables: #"{"id": "a", "first": 3}"#)
    let other = try LibraryRequest(
      Self.query, variables: #"{"id": "00000000-0000-0000-0000-000000000007", "first": 4}"#)
    #expect(try one.plan.statements(for: other.viewer, variables: other.variables) == other.statements())
  }

  @Test func `An argument that is given changes the text, one that is null or absent does not`() throws {
    func column(_ variables: String) throws -> Substring? {
      let query = #"query($to: ID, $since: ID) { book(id: "x") { isLent(to: $to, since: $since) } }"#
      return try LibraryRequest(query, variables: variables).texts[0].firstMatch(of: /lent\([^)]*\)/)?.output
    }
    #expect(try column("{}") == "lent(books_0.id)")
    #expect(try column(#"{"to": null, "since": null}"#) == "lent(books_0.id)")
    #expect(try column(#"{"to": "a"}"#) == "lent(books_0.id, $1)")
    #expect(try column(#"{"since": "a"}"#) == "lent(books_0.id, $1)")
    #expect(try column(#"{"to": "a", "since": "a"}"#) == "lent(books_0.id, $1, $2)")
  }

  @Test func `An argument is bound by its name`() throws {
    let request = try LibraryRequest(
      """
      { book(id: "x") { isLent(
        since: "00000000-0000-0000-0000-000000000002", to: "00000000-0000-0000-0000-000000000001") } }
      """)
    #expect(try request.statements()[0].binds.prefix(2) == [.uuid(.key(1)), .uuid(.key(2))])
  }

  @Test(
    "Only queries are planned",
    arguments: [OperationType.mutation, .subscription])
  func kinds(kind: OperationType) throws {
    let source = Source("\(kind.rawValue) { __typename }")
    let operation = try Document(parsing: source).operation(named: nil, source: source)
    let error = refusal {
      _ = try Planner(map: .library()).plan(operation, for: .staff, variables: VariableValues())
    }
    #expect(error?.message == "Schema is not configured to execute \(kind.rawValue) operation.")
    #expect(error?.code == .operationResolutionFailure)
  }
}
