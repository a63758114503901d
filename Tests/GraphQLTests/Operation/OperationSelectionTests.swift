import GraphQL
import Testing

@Suite("The operation to execute — specification section 6.1")
struct OperationSelectionTests {
  static let two = "query A { dog { name } } query B { cat { name } }"

  @Test("is the only one when no name is given")
  func only() throws {
    #expect(try operation("query A { dog { name } }").definition.name?.value == "A")
  }

  @Test("is the one of the name")
  func named() throws {
    #expect(try operation(Self.two, named: "B").definition.name?.value == "B")
  }

  @Test("brings its fragments")
  func fragments() throws {
    let operation = try operation("{ dog { ...F } } fragment F on Dog { name }")
    #expect(operation.fragments.keys.sorted() == ["F"])
  }

  @Test(
    "must be told",
    arguments: [
      (two, nil, "Must provide operation name if query contains multiple operations."),
      (two, "C", "Unknown operation named \"C\"."),
      ("{ dog { name } }", "", "Unknown operation named \"\"."),
    ])
  func untold(text: String, name: String?, message: String) throws {
    let error = #expect(throws: GraphQLError.self) { try operation(text, named: name) }
    #expect(error?.message == message)
    #expect(error?.code == .operationResolutionFailure)
  }
}
