import SQL
import Testing

@testable import Planning

struct ForeignRowTests {
  /// A response without errors, and how many rows were refused.
  private func expect(
    _ query: String, as viewer: LibraryViewer = .staff, _ results: [[Cell]]..., body: String, foreignRows: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let request = try LibraryRequest(query, as: viewer)
    let rows = zip(request.plan.statements, results).map { Rows($0.columns, $1) }
    let response = try #require(
      Completion.complete(request.plan, results: rows, viewer: viewer, variables: request.variables))
    #expect(response.errors.isEmpty, sourceLocation: sourceLocation)
    #expect(response.text == #"{"data":\#(body)}"#, sourceLocation: sourceLocation)
    #expect(response.foreignRows == foreignRows, sourceLocation: sourceLocation)
  }

  @Test func `A root row of another scope is none`() throws {
    try expect("{ library { name } }", [[2, "Elsewhere"]], body: #"{"library":null}"#, foreignRows: 1)
    try expect(#"{ book(id: "x") { title } }"#, [[2, "Theirs"]], body: #"{"book":null}"#, foreignRows: 1)
  }

  @Test func `A root row of another scope is passed over for one of the viewer's`() throws {
    try expect(
      "{ library { name } }", [[2, "Elsewhere"], [1, "Main"]], body: #"{"library":{"name":"Main"}}"#,
      foreignRows: 1)
  }

  @Test func `Rows of another scope are left out of a list, wherever they stand in it`() throws {
    try expect(
      "{ library { shelves { name } } }", [[1]],
      [[2, "theirs"], [1, "A"], [3, "theirs"], [2, "theirs"], [1, "B"], [2, "theirs"]],
      body: #"{"library":{"shelves":[{"name":"A"},{"name":"B"}]}}"#, foreignRows: 4)
  }

  @Test func `Rows of another scope are left out of each parent's list`() throws {
    try expect(
      "{ library { shelves { books { title } } } }", [[1]], [[1, 20], [1, 21]],
      [[2, 20, "theirs"], [1, 20, "a"], [2, 21, "theirs"], [1, 20, "b"], [2, 20, "theirs"]],
      body: #"{"library":{"shelves":[{"books":[{"title":"a"},{"title":"b"}]},{"books":[]}]}}"#, foreignRows: 3)
  }

  @Test func `A target of another scope is none`() throws {
    try expect(
      "{ library { wishes { sequel { title } } } }", [[1]], [[1, 31], [1, 32]],
      [[2, 31, "theirs"], [1, 32, "mine"]],
      body: #"{"library":{"wishes":[{"sequel":null},{"sequel":{"title":"mine"}}]}}"#, foreignRows: 1)
  }

  @Test func `A target of another scope is passed over for one of the viewer's with the same key`() throws {
    try expect(
      #"{ book(id: "x") { shelf { name } } }"#, [[1, 20]], [[2, 20, "theirs"], [1, 20, "mine"]],
      body: #"{"book":{"shelf":{"name":"mine"}}}"#, foreignRows: 1)
  }

  @Test func `A target of another scope is none wherever it is referred to, and counts once`() throws {
    try expect(
      #"{ a: book(id: "x") { critic { name } } b: book(id: "y") { critic { name } } c: book(id: "z") { critic { id } } }"#,
      [[1, 20]], [[2, 20, "theirs"], [1, 21, "mine"]], [[1, 21]], [[1, 20]],
      body: #"{"a":{"critic":null},"b":{"critic":{"name":"mine"}},"c":{"critic":null}}"#, foreignRows: 1)
  }

  @Test func `A row of an interface is checked before its type is looked at`() throws {
    try expect(
      "{ library { people { name } } }", [[1]], [[2, "X", "theirs"], [1, "A", "Ada"], [2, "C", "theirs"]],
      body: #"{"library":{"people":[{"name":"Ada"}]}}"#, foreignRows: 2)
  }

  @Test func `A row without scope is nobody's`() throws {
    try expect("{ library { name } }", [[nil, "Nobody's"]], body: #"{"library":null}"#, foreignRows: 1)
  }

  @Test("A viewer without scope has no rows, not even those without one", arguments: [Cell.key(1), nil])
  func noScope(scope: Cell) throws {
    let request = try LibraryRequest("{ opening { name } }", as: .stranger)
    let response = try request.response([[scope, "Main"]])
    #expect(response.foreignRows == 1)
    #expect(response.text.hasSuffix(#""data":null}"#))
  }
}
