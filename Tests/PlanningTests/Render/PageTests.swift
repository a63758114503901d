import GraphQL
import SQL
import Testing

@testable import Planning

struct PageTests {
  private static let query = """
    query($first: Int!, $offset: Int! = 0) {
      library { shelves { books(first: $first, offset: $offset) { id } } }
    }
    """

  private func error(_ variables: String, limits: RequestLimits = RequestLimits()) throws -> GraphQLError? {
    let request = try LibraryRequest(Self.query, variables: variables)
    return refusal { _ = try request.statements(limits: limits) }
  }

  @Test func `What the request leaves open has the schema's default`() throws {
    let request = try LibraryRequest("{ library { shelves { books { id } } } }")
    #expect(
      try request.statements()[2].binds == [.uuid(.key(1)), .int8(10), .int8(0), .int8(5), .int8(0)])
  }

  @Test(
    "As many as the limits, and none at all are fine",
    arguments: [(200, 0), (0, 0), (1, 10_000)] as [(Int32, Int32)])
  func fine(first: Int32, offset: Int32) throws {
    let request = try LibraryRequest(Self.query, variables: #"{"first": \#(first), "offset": \#(offset)}"#)
    #expect(try request.statements()[2].binds.suffix(2) == [.int8(Int64(first)), .int8(Int64(offset))])
  }

  @Test func `More than the limit is refused with the limit and the value`() throws {
    #expect(
      try error(#"{"first": 201}"#)
        == GraphQLError(
          "Argument \"first\" must be at most 200, got 201.", code: .limitExceeded,
          locations: [Location(line: 2, column: 29)],
          path: [.key("library"), .key("shelves"), .key("books")],
          extensions: [
            .init("limit", .string("first")), .init("maximum", .number("200")), .init("value", .number("201")),
          ]))
    #expect(try error(#"{"first": 4}"#, limits: RequestLimits(pageSize: 3)) != nil)
    #expect(try error(#"{"first": 2147483647}"#)?.code == .limitExceeded)
    #expect(
      try error(#"{"first": 1, "offset": 10001}"#)?.message == "Argument \"offset\" must be at most 10000, got 10001.")
  }

  @Test(
    "Negative numbers are refused",
    arguments: [
      (#"{"first": -1}"#, "Argument \"first\" must not be negative, got -1."),
      (#"{"first": -2147483648}"#, "Argument \"first\" must not be negative, got -2147483648."),
      (#"{"first": 1, "offset": -5}"#, "Argument \"offset\" must not be negative, got -5."),
    ])
  func negative(variables: String, message: String) throws {
    let error = try error(variables)
    #expect(error?.message == message)
    #expect(error?.code == .badUserInput)
    #expect(error?.locations.first?.line == 2)
  }

  @Test func `A literal out of bounds is told where it stands`() throws {
    let request = try LibraryRequest("{ library { wishes(offset: -1) { id } } }")
    #expect(
      refusal { _ = try request.statements() }
        == GraphQLError(
          "Argument \"offset\" must not be negative, got -1.", code: .badUserInput,
          locations: [Location(line: 1, column: 20)], path: [.key("library"), .key("wishes")],
          extensions: [.init("argument", .string("offset"))]))
  }

  @Test func `A bound without value is refused where the schema lets it be null`() throws {
    #expect(throws: ArgumentProblem.self) { try ArgumentConversion.first.value(of: .null, limits: RequestLimits()) }
    #expect(throws: ArgumentProblem.self) { try ArgumentConversion.first.value(of: nil, limits: RequestLimits()) }
    #expect(try ArgumentConversion.offset.value(of: .null, limits: RequestLimits()) == .int8(0))
  }
}
