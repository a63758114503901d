import GraphQL
import Testing

@testable import Planning

struct NullPropagationTests {
  private func missing(_ field: String, at location: Location, _ path: PathSegment...) -> GraphQLError {
    GraphQLError(
      "Cannot return null for non-nullable field \(field).", code: .internal, locations: [location], path: path)
  }

  @Test func `A null that may not stand takes the object, up to the next place that may be null`() throws {
    let request = try LibraryRequest(
      """
      { library { name shelves { name books { title } } }
        book(id: "x") { title } }
      """)
    let response = try request.response(
      [[1, "Main"]], [[1, "A", 20], [1, "B", 21]], [[1, 20, "x"], [1, 21, "y"], [1, 21, nil]], [[1, "z"]])
    #expect(
      response.errors == [
        missing(
          "Book.title", at: Location(line: 1, column: 41), .key("library"), .key("shelves"), .index(1),
          .key("books"), .index(1), .key("title"))
      ])
    #expect(
      response.text == #"{"errors":[{"message":"Cannot return null for non-nullable field Book.title.","#
        + #""locations":[{"line":1,"column":41}],"path":["library","shelves",1,"books",1,"title"],"#
        + #""extensions":{"code":"INTERNAL"}}],"data":{"library":null,"book":{"title":"z"}}}"#)
  }

  @Test func `In a list whose items may be null the item is null`() throws {
    let request = try LibraryRequest("{ library { wishes { t: title } name } }")
    let response = try request.response([[1, "Main"]], [[1, "x"], [1, nil], [1, "y"], [1, nil]])
    #expect(
      response.text.hasSuffix(#""data":{"library":{"wishes":[{"t":"x"},null,{"t":"y"},null],"name":"Main"}}}"#))
    #expect(
      response.errors == [1, 3].map { index in
        missing(
          "Book.title", at: Location(line: 1, column: 22), .key("library"), .key("wishes"), .index(index), .key("t"))
      })
  }

  @Test func `A relation that must be there and is not takes its object`() throws {
    let request = try LibraryRequest("{ library { wishes { shelf { name } } } }")
    let response = try request.response([[1]], [[1, 20], [1, 21]], [[1, 20, "A"]])
    #expect(response.text.hasSuffix(#""data":{"library":{"wishes":[{"shelf":{"name":"A"}},null]}}}"#))
    #expect(
      response.errors == [
        missing(
          "Book.shelf", at: Location(line: 1, column: 22), .key("library"), .key("wishes"), .index(1), .key("shelf"))
      ])
  }

  @Test func `A null below a relation that must be there takes both, with one error`() throws {
    let request = try LibraryRequest("{ library { wishes { title shelf { name } pages } } }")
    let response = try request.response([[1]], [[1, "w", 20, .int4(3)]], [[1, 20, nil]])
    #expect(response.text.hasSuffix(#""data":{"library":{"wishes":[null]}}}"#))
    #expect(
      response.errors == [
        missing(
          "Shelf.name", at: Location(line: 1, column: 36), .key("library"), .key("wishes"), .index(0),
          .key("shelf"), .key("name"))
      ])
  }

  @Test func `A null that may stand nowhere leaves null for data`() throws {
    let request = try LibraryRequest("{ book(id: \"x\") { title } opening { name } }", as: .staff)
    let response = try request.response([[1, "x"]], [])
    #expect(
      response.text == #"{"errors":[{"message":"Cannot return null for non-nullable field Query.opening.","#
        + #""locations":[{"line":1,"column":27}],"path":["opening"],"extensions":{"code":"INTERNAL"}}],"data":null}"#)
  }

  @Test func `An interface's row of a type that the schema does not have is an error of its item`() throws {
    let request = try LibraryRequest("{ library { people { name } } }")
    let response = try request.response([[1]], [[1, "A", "Ada"], [1, "X", "Ghost"]])
    #expect(response.text.hasSuffix(#""data":{"library":null}}"#))
    #expect(
      response.errors == [
        GraphQLError(
          "An object is of a type that the schema does not have.", code: .internal,
          path: [.key("library"), .key("people"), .index(1)])
      ])
  }

  @Test func `A value that its type cannot be is null with an error`() throws {
    let request = try LibraryRequest(#"{ book(id: "x") { pages binding price } }"#)
    let notANumber = Cell.raw([0, 0, 0, 0, 0xC0, 0, 0, 0])
    let response = try request.response([[1, .int4(-7), "LEATHER", notANumber]])
    #expect(response.text.hasSuffix(#""data":{"book":{"pages":-7,"binding":null,"price":null}}}"#))
    #expect(
      response.errors.map(\.message) == [
        "Book.binding has a value that Binding cannot be.", "Book.price has a value that Float cannot be.",
      ])
    #expect(response.errors.map(\.path) == [[.key("book"), .key("binding")], [.key("book"), .key("price")]])
    #expect(response.errors.allSatisfy { $0.code == .internal && $0.locations.count == 1 })
  }

  @Test func `Nothing of an object that gave way is left in the body`() throws {
    let request = try LibraryRequest(#"{ library { wishes { pages title sequel { title } } } }"#)
    let response = try request.response(
      [[1]], [[1, .int4(1), "a", 31], [1, .int4(2), nil, 31]], [[1, 31, "b"]])
    #expect(
      response.text.hasSuffix(
        #""data":{"library":{"wishes":[{"pages":1,"title":"a","sequel":{"title":"b"}},null]}}}"#))
    _ = try JSONValue(parsing: response.body)
  }
}
