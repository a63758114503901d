import GraphQL
import Testing

@Suite("The values of variables — specification section 6.1.2")
struct VariableValuesTests {
  /// A use that makes a variable of the type valid.
  private static let uses = [
    "Int": "int", "Float": "float", "String": "string", "Boolean": "boolean", "ID": "id", "[Int]": "ints",
    "[[Int!]!]": "matrix", "Command": "command", "Date": "date", "Filter": "filter", "Choice": "choice",
  ]

  private func coerce(_ type: String, _ json: String) throws -> InputValue? {
    let nullable = String(type.prefix { $0 != "=" }).filter { $0 != " " }
    let use =
      VariableValuesTests.uses[nullable] ?? VariableValuesTests.uses[String(nullable.dropLast())] ?? ""
    let operation = try operation("query ($v: \(type)) { arguments(\(use): $v) }")
    return try variables(json, for: operation)["v"]
  }

  @Test(
    "are those of the request",
    arguments: [
      ("Int", "3", InputValue.int(3)),
      ("Int", "-2147483648", .int(-2_147_483_648)),
      ("Int", "1.0", .int(1)),
      ("Int", "1e3", .int(1000)),
      ("Float", "1", .float(1)),
      ("Float", "2.5e-1", .float(0.25)),
      ("String", "\"1\"", .string("1")),
      ("Boolean", "false", .boolean(false)),
      ("ID", "\"a\"", .scalar("a")),
      ("ID", "4", .scalar("4")),
      ("ID", "4.0", .scalar("4")),
      ("ID", "99999999999999999999", .scalar("99999999999999999999")),
      ("Command", "\"SIT\"", .enum("SIT")),
      ("Date", "\"2025-09-01\"", .scalar("2025-09-01")),
      ("Date", "1.50", .scalar("1.50")),
      ("Date", "true", .scalar("true")),
      ("Int", "null", .null),
      ("[Int]", "[1, null]", .list([.int(1), .null])),
      ("[Int]", "1", .list([.int(1)])),
      ("[Int]", "null", .null),
      ("[[Int!]!]", "[[1, 2], [3]]", .list([.list([.int(1), .int(2)]), .list([.int(3)])])),
      ("[[Int!]!]", "[1, 2]", .list([.list([.int(1)]), .list([.int(2)])])),
      ("[[Int!]!]", "1", .list([.list([.int(1)])])),
      (
        "Filter", #"{"tags": "x", "required": true}"#,
        .object([
          .init("required", .boolean(true)), .init("name", .string("Rex")), .init("age", .int(5)),
          .init("tags", .list([.string("x")])),
        ])
      ),
      (
        "Filter", #"{"required": true, "name": null, "age": 1}"#,
        .object([.init("required", .boolean(true)), .init("name", .null), .init("age", .int(1))])
      ),
      ("Choice", #"{"id": 1}"#, .object([.init("id", .scalar("1"))])),
    ])
  func given(type: String, json: String, value: InputValue) throws {
    #expect(try coerce(type, "{\"v\": \(json)}") == value)
    if value != .null { #expect(try coerce(type + "!", "{\"v\": \(json)}") == value) }
  }

  @Test("are the defaults when none is given, and absent without one")
  func defaults() throws {
    #expect(try coerce("Int = 5", "{}") == .int(5))
    #expect(try coerce("Int = 5", "{\"v\": null}") == .null)
    #expect(try coerce("[Int] = 5", "{}") == .list([.int(5)]))
    #expect(try coerce("Int = null", "{}") == .null)
    #expect(try coerce("Int", "{}") == nil)
    #expect(try coerce("Int", "{\"other\": 1}") == nil)
    #expect(try coerce("Int", "null") == nil)
  }

  @Test(
    "are refused in the wording of the reference implementation",
    arguments: [
      ("Int!", "{}", "Variable \"$v\" has invalid value: Expected a value of non-null type \"Int!\" to be provided."),
      (
        "Int!", #"{"v": null}"#,
        "Variable \"$v\" has invalid value: Expected value of non-null type \"Int!\" not to be null."
      ),
      (
        "Int", #"{"v": "1"}"#,
        "Variable \"$v\" has invalid value: Int cannot represent non-integer value: \"1\""
      ),
      (
        "Int", #"{"v": 1.5}"#,
        "Variable \"$v\" has invalid value: Int cannot represent non-integer value: 1.5"
      ),
      (
        "Int", #"{"v": 2147483648}"#,
        "Variable \"$v\" has invalid value: "
          + "Int cannot represent non 32-bit signed integer value: 2147483648"
      ),
      (
        "Float", #"{"v": 1e999}"#,
        "Variable \"$v\" has invalid value: Float cannot represent non numeric value: 1e999"
      ),
      (
        "String", #"{"v": 1}"#,
        "Variable \"$v\" has invalid value: String cannot represent a non string value: 1"
      ),
      (
        "Boolean", #"{"v": 0}"#,
        "Variable \"$v\" has invalid value: Boolean cannot represent a non boolean value: 0"
      ),
      ("ID", #"{"v": 1.5}"#, "Variable \"$v\" has invalid value: ID cannot represent value: 1.5"),
      (
        "Command", #"{"v": "SITT"}"#,
        "Variable \"$v\" has invalid value: Value \"SITT\" does not exist in \"Command\" enum. "
          + "Did you mean the enum value \"SIT\"?"
      ),
      (
        "Command", #"{"v": 1}"#,
        "Variable \"$v\" has invalid value: Enum \"Command\" cannot represent non-string value: 1."
      ),
      ("Date", #"{"v": [1]}"#, "Variable \"$v\" has invalid value: Expected value of type \"Date\", found: [1]."),
      (
        "[Int]", #"{"v": [1, "b"]}"#,
        "Variable \"$v\" has invalid value at [1]: Int cannot represent non-integer value: \"b\""
      ),
      (
        "[[Int!]!]", #"{"v": [[1, null]]}"#,
        "Variable \"$v\" has invalid value at [0][1]: "
          + "Expected value of non-null type \"Int!\" not to be null."
      ),
      (
        "Filter", #"{"v": 1}"#,
        "Variable \"$v\" has invalid value: Expected value of type \"Filter\" to be an object, found: 1."
      ),
      (
        "Filter", #"{"v": {"not": {"tags": ["x"]}, "required": true}}"#,
        "Variable \"$v\" has invalid value at .not: "
          + "Expected value of type \"Filter\" to include required field \"required\", "
          + "found: { tags: [\"x\"] }."
      ),
      (
        "Filter", #"{"v": {"required": true, "nmae": {"a": [[1]]}}}"#,
        "Variable \"$v\" has invalid value: "
          + "Expected value of type \"Filter\" not to include unknown field \"nmae\". "
          + "Did you mean \"name\"? Found: { required: true, nmae: { a: [Array] } }."
      ),
      (
        "Choice", #"{"v": {}}"#,
        "Variable \"$v\" has invalid value: Within OneOf Input Object type \"Choice\", exactly one field must be specified, "
          + "and the value for that field must be non-null."
      ),
      (
        "Choice", #"{"v": {"id": 1, "name": "x"}}"#,
        "Variable \"$v\" has invalid value: "
          + "Within OneOf Input Object type \"Choice\", exactly one field must be specified, "
          + "and the value for that field must be non-null."
      ),
      (
        "Choice", #"{"v": {"id": null}}"#,
        "Variable \"$v\" has invalid value at .id: Within OneOf Input Object type \"Choice\", exactly one field must be specified, "
          + "and the value for that field must be non-null."
      ),
    ])
  func refused(type: String, json: String, message: String) throws {
    let error = #expect(throws: CoercionErrors.self) { try coerce(type, json) }
    #expect(error?.errors.map(\.message) == [message])
    #expect(error?.errors.first?.code == .badUserInput)
    #expect(error?.errors.first?.locations == [Location(line: 1, column: 8)])
  }

  @Test("are all told when several are wrong")
  func several() throws {
    let operation = try operation("query ($a: Int!, $b: Filter) { arguments(int: $a, filter: $b) }")
    let error = #expect(throws: CoercionErrors.self) {
      try variables(#"{"b": {"x": 1, "age": "old"}}"#, for: operation)
    }
    #expect(error?.errors.count == 4)
    #expect(error?.errors.map { $0.locations.first?.column } == [8, 18, 18, 18])
    // A number that is missing, a field that is, one that is unknown, and one of another type.
    let places: [[JSONValue]] = [[.string("a")], [.string("b")], [.string("b")], [.string("b"), .string("age")]]
    let told = error?.errors.map { error in error.extensions.first { $0.key == "variablePath" }?.value }
    #expect(Set(told ?? []) == Set(places.map { .array($0) }))
  }

  @Test("are told with their place, down to the item of a list")
  func places() throws {
    let error = #expect(throws: CoercionErrors.self) { try coerce("[[Int!]!]", #"{"v": [[1, null]]}"#) }
    #expect(
      error?.errors.map(\.extensions) == [[.init("variablePath", .array([.string("v"), .number("0"), .number("1")]))]])
  }

  @Test("are refused without end only up to a limit")
  func limit() throws {
    let items = Array(repeating: "\"x\"", count: 10_000).joined(separator: ",")
    let error = #expect(throws: CoercionErrors.self) { try coerce("[Int]", "{\"v\": [\(items)]}") }
    #expect(error?.errors.count == 51)
    #expect(
      error?.errors.last?.message
        == "Too many errors processing variables, error limit reached. Execution aborted.")
  }

  @Test("may not be nested without end")
  func nesting() throws {
    var value = JSONValue.object([.init("required", .bool(true))])
    for _ in 0..<1_000 { value = .object([.init("required", .bool(true)), .init("not", value)]) }
    let operation = try operation("query ($v: Filter) { arguments(filter: $v) }")
    let error = #expect(throws: CoercionErrors.self) {
      try VariableValues(coercing: .object([.init("v", value)]), for: operation, schema: PetSchema.schema)
    }
    #expect(error?.errors.map(\.code) == [.limitExceeded])
  }

  @Test(
    "are refused without suggesting names when the schema is hidden",
    arguments: [("Command", "\"SITT\""), ("Filter", "{\"required\": true, \"ag\": 1}")])
  func hiddenSchema(type: String, value: String) throws {
    let operation = try operation("query ($v: \(type)) { arguments(\(Self.uses[type] ?? ""): $v) }")
    let raw = try JSONValue(parsing: Array("{\"v\": \(value)}".utf8))
    for suggestions in [true, false] {
      let error = #expect(throws: CoercionErrors.self) {
        try VariableValues(
          coercing: raw, for: operation, schema: PetSchema.schema, suggestions: suggestions)
      }
      #expect(error?.errors.first?.message.contains("Did you mean") == suggestions)
    }
  }

  @Test("come in an object", arguments: ["1", "\"{}\"", "[]", "true"])
  func noObject(json: String) throws {
    let error = #expect(throws: CoercionErrors.self) { try coerce("Int", json) }
    #expect(
      error?.errors.first?.message
        == "Variables must be provided as an Object where each property is a variable value. "
        + "Perhaps look to see if an unparsed JSON string was provided.")
  }
}
