import GraphQL
import Testing

/// A row of a table of the specification: what an argument `x` of a field becomes.
struct CoercionRow: CustomTestStringConvertible, Sendable {
  /// As the field defines the argument: `Int! = 1`.
  let definition: String
  /// As the document gives it; nil when it does not.
  let literal: String?
  let declarations: String
  let variables: String
  /// As `InputValue.text` shows it; nil for an error.
  let expected: String?

  /// Without variables.
  init(_ definition: String, _ literal: String?, _ expected: String?) {
    self.init(definition, literal, "", "{}", expected)
  }

  init(
    _ definition: String, _ literal: String?, _ declarations: String, _ variables: String, _ expected: String?
  ) {
    self.definition = definition
    self.literal = literal
    self.declarations = declarations
    self.variables = variables
    self.expected = expected
  }

  var testDescription: String {
    "x: \(definition) given \(literal ?? "nothing") with (\(declarations)) \(variables)"
  }

  /// - Returns: nil for an error, whichever stage it is of.
  func coerced() throws -> String? {
    let schema = try Schema(
      sdl: [
        Source(
          """
          type Query { f(x: \(definition)): Int }
          input ExampleInputObject { a: String b: Int! }
          input ExampleOneOfInputObject @oneOf { a: String b: Int }
          input Defaults { a: Int = 1 b: Int! = 2 c: Int }
          enum Direction { NORTH SOUTH }
          """)
      ])
    let arguments = literal.map { "(x: \($0))" } ?? ""
    let source = Source("query \(declarations.isEmpty ? "" : "(\(declarations))") { f\(arguments) }")
    let document = try Document(parsing: source)
    guard Validator(schema: schema).validate(document, source: source).isEmpty else { return nil }
    let operation = try document.operation(named: nil, source: source)
    let raw = try JSONValue(parsing: Array(variables.utf8))
    guard let values = try? VariableValues(coercing: raw, for: operation, schema: schema),
      case .field(let field)? = operation.definition.selectionSet.selections.first,
      let result = try? ArgumentValues(
        coercing: field.arguments, definitions: schema.field("f", of: "Query")?.arguments ?? [], variables: values,
        schema: schema, source: source)
    else { return nil }
    return result["x"]?.text ?? "absent"
  }
}

extension InputValue {
  /// As the specification writes coerced values; an ID is in single quotes.
  var text: String {
    switch self {
    case .null: "null"
    case .boolean(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .float(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .scalar(let text): "'\(text)'"
    case .enum(let name): name
    case .list(let items): "[\(items.map(\.text).joined(separator: ", "))]"
    case .object(let members): "{\(members.map { "\($0.name): \($0.value.text)" }.joined(separator: ", "))}"
    }
  }
}
