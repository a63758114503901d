import GraphQL
import Testing

@Suite("The values of arguments — specification section 6.4.1")
struct ArgumentValuesTests {
  /// Coerces the arguments of `Query.arguments`, or of a field with one of another type.
  private func coerce(
    _ arguments: String, variables json: String = "{}", definedAs definitions: String = ""
  ) throws -> ArgumentValues {
    let source = Source("{ arguments(\(arguments)) }")
    let document = try Document(parsing: source)
    let field = try #require(document.operation(named: nil, source: source).firstField)
    let operation = try operation(
      "query ($int: Int, $name: String, $on: Boolean) { "
        + "arguments(int: $int, string: $name, boolean: $on) }")
    let schema = PetSchema.schema
    let definitions =
      try definitions.isEmpty
      ? schema.field("arguments", of: "Query")?.arguments ?? []
      : Schema(sdl: [Source("type Query { f(\(definitions)): Int }")])
        .field("f", of: "Query")?.arguments ?? []
    return try ArgumentValues(
      coercing: field.arguments, definitions: definitions, variables: variables(json, for: operation),
      schema: schema, source: source, at: field.position)
  }

  @Test(
    "are what is written",
    arguments: [
      ("int: 3", "int", InputValue.int(3)),
      ("float: 3", "float", .float(3)),
      ("id: 3", "id", .scalar("3")),
      ("command: SIT", "command", .enum("SIT")),
      ("date: 1.50", "date", .scalar("1.50")),
      ("ints: 3", "ints", .list([.int(3)])),
      ("ints: null", "ints", .null),
      ("matrix: [1, [2, 3]]", "matrix", .list([.list([.int(1)]), .list([.int(2), .int(3)])])),
      ("string: \"\"\"\n  a\n    b\n\"\"\"", "string", .string("a\n  b")),
      (
        "filter: {tags: [], required: false}", "filter",
        .object([
          .init("required", .boolean(false)), .init("name", .string("Rex")), .init("age", .int(5)),
          .init("tags", .list([])),
        ])
      ),
    ])
  func literals(text: String, name: String, value: InputValue) throws {
    let values = try coerce(text)
    #expect(values[name] == value)
    #expect(values["defaulted"] == .int(7))
    #expect(values.members.count == 2)
  }

  @Test("are those of variables; one without a value counts as not given")
  func variableValues() throws {
    #expect(try coerce("int: $int", variables: #"{"int": 3}"#)["int"] == .int(3))
    #expect(try coerce("int: $int", variables: #"{"int": null}"#)["int"] == .null)
    #expect(try coerce("int: $int")["int"] == nil)
    #expect(try coerce("defaulted: $int")["defaulted"] == .int(7))
    #expect(try coerce("ints: [1, $int]")["ints"] == .list([.int(1), .null]))
    let filter = try coerce("filter: {required: $on, name: $name}", variables: #"{"on": true}"#)["filter"]
    #expect(filter?["required"] == .boolean(true))
    #expect(filter?["name"] == .string("Rex"))
  }

  @Test(
    "are refused in the wording of the reference implementation",
    arguments: [
      ("", "x: Int!", "{}", 3, "Argument \"x\" of required type \"Int!\" was not provided."),
      (
        "x: $int", "x: Int!", "{}", 16,
        "Argument \"x\" has invalid value: Expected variable \"$int\" provided to type \"Int!\" "
          + "to provide a runtime value."
      ),
      (
        "x: $int", "x: Int! = 1", #"{"int": null}"#, 16,
        "Argument \"x\" has invalid value: Expected variable \"$int\" provided to non-null type \"Int!\" "
          + "not to be null."
      ),
      (
        "x: null", "x: Int!", "{}", 16,
        "Argument \"x\" has invalid value: Expected value of non-null type \"Int!\" not to be null."
      ),
      (
        "x: \"a\"", "x: Int", "{}", 16,
        "Argument \"x\" has invalid value: Int cannot represent non-integer value: \"a\""
      ),
      (
        "x: [1, $int]", "x: [Int!]", "{}", 20,
        "Argument \"x\" has invalid value at [1]: Expected variable \"$int\" provided to type \"Int!\" "
          + "to provide a runtime value."
      ),
    ])
  func refused(text: String, definitions: String, json: String, column: Int, message: String) throws {
    let arguments = text.isEmpty ? "other: 1" : text
    let error = #expect(throws: GraphQLError.self) {
      try coerce(arguments, variables: json, definedAs: definitions)
    }
    #expect(error?.message == message)
    #expect(error?.code == .badUserInput)
    #expect(error?.locations == [Location(line: 1, column: column)])
  }
}

extension Operation {
  fileprivate var firstField: Field? {
    if case .field(let field)? = definition.selectionSet.selections.first { field } else { nil }
  }
}
