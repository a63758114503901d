import GraphQL
import SQL
import Testing

@testable import Planning

struct ArgumentValueTests {
  @Test(
    "An id that is no UUID names no row, and is no error",
    arguments: ["", "7", "x", "{00000000-0000-0000-0000-000000000007}", "00000000-0000-0000-0000-00000000000"])
  func noUUID(id: String) throws {
    let request = try LibraryRequest(
      "query($id: ID!) { book(id: $id) { title } }", variables: #"{"id": "\#(id)"}"#)
    #expect(try request.statements()[0].binds == [.uuid(.key(1)), .null(.uuid)])
  }

  @Test func `An integer is an id that is no UUID`() throws {
    let request = try LibraryRequest("{ book(id: 7) { title } }")
    #expect(try request.statements()[0].binds.last == .null(.uuid))
  }

  @Test func `An id is read in either case`() throws {
    let request = try LibraryRequest(#"{ book(id: "ABCDEF00-0000-0000-0000-00000000000A") { title } }"#)
    #expect(
      try request.statements()[0].binds.last == .uuid(UUIDValue(high: 0xABCD_EF00_0000_0000, low: 10)))
  }

  @Test func `A variable that turns out null where it may not be is an error of the request`() throws {
    let request = try LibraryRequest(#"query($id: ID = "x") { shelf(id: $id) { id } }"#, variables: #"{"id": null}"#)
    #expect(
      refusal { _ = try request.statements() }
        == GraphQLError(
          "Argument \"id\" has invalid value: Expected variable \"$id\" provided to non-null type \"ID!\" "
            + "not to be null.", code: .badUserInput,
          locations: [Location(line: 1, column: 34)], extensions: [.init("argument", .string("id"))]))
  }

  @Test func `Null is the default of an argument that has one, written or in a variable`() throws {
    let left = try LibraryRequest("{ library { shelves { id } } }").statements()
    let written = try LibraryRequest("{ library { shelves(first: null, offset: null) { id } } }")
    #expect(try written.statements() == left)
    let variable = try LibraryRequest(
      "query($n: Int = 3) { library { shelves(first: $n, offset: $n) { id } } }", variables: #"{"n": null}"#)
    #expect(try variable.statements() == left)
  }

  @Test func `Null is the default of a field of an input object too`() throws {
    func statements(_ order: String, _ variables: String = "{}", _ declared: String = "") throws -> [Statement] {
      try LibraryRequest("query\(declared) { library { people(orderBy: \(order)) { id } } }", variables: variables).statements()
    }
    let left = try statements("[{field: NAME}]")
    #expect(try statements("[{field: NAME, direction: null}]") == left)
    #expect(try statements("{field: NAME, direction: null}") == left)
    #expect(try statements("[{field: NAME, direction: $d}]", #"{"d": null}"#, "($d: OrderDirection = DESC)") == left)
    #expect(try statements("$o", #"{"o": [{"field": "NAME", "direction": null}]}"#, "($o: [PersonOrder!])") == left)
  }

  @Test func `One inside an argument is one with what leads to it`() throws {
    let source = #"query($n: Int = 1) { shelf(id: "x") { books(where: {pages: {in: [1, $n]}}) { id } } }"#
    let request = try LibraryRequest(source, variables: #"{"n": null}"#)
    let path: JSONValue = .array([.string("where"), .string("pages"), .string("in"), .number("1")])
    #expect(refusal { _ = try request.statements() }?.extensions.contains(.init("inputPath", path)) == true)
  }

  @Test func `A variable's own default comes before the argument's`() throws {
    let request = try LibraryRequest("query($n: Int = 7) { library { shelves(first: $n) { id } } }")
    #expect(try request.statements()[1].binds == [.uuid(.key(1)), .int8(7), .int8(0)])
  }

  @Test func `A variable without value leaves the argument to its default`() throws {
    let request = try LibraryRequest("query($n: Int) { library { shelves(first: $n) { id } } }")
    #expect(try request.statements()[1].binds == [.uuid(.key(1)), .int8(10), .int8(0)])
  }
}
