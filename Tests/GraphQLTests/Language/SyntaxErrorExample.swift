import GraphQL
import Testing

/// A text that is not GraphQL, and what the parser says of it.
struct SyntaxErrorExample: CustomTestStringConvertible, Sendable {
  var text: String
  var message: String
  var location: Location

  init(_ text: String, _ message: String, _ line: Int, _ column: Int) {
    self.text = text
    self.message = "Syntax Error: \(message)"
    location = Location(line: line, column: column)
  }

  var testDescription: String { text.debugDescription }
}

extension SyntaxErrorExample {
  /// Expects that `parse` fails as this example says.
  func expect(
    sourceLocation: Testing.SourceLocation = #_sourceLocation, of parse: () throws(GraphQLError) -> Void
  ) throws {
    let error = try #require(throws: GraphQLError.self, sourceLocation: sourceLocation) { try parse() }
    #expect(error.message == message, sourceLocation: sourceLocation)
    #expect(error.locations == [location], sourceLocation: sourceLocation)
    #expect(error.code == .parseFailed, sourceLocation: sourceLocation)
  }
}
