/// The values of an operation's variables — what `CoerceVariableValues` of specification section 6.1.2 gives.
/// A variable without a value is absent, which is not the same as null.
package struct VariableValues: Hashable, Sendable {
  private var values: [String: InputValue]

  /// No variable has a value.
  package init() { values = [:] }

  /// - Parameter name: Without the `$`.
  package subscript(name: String) -> InputValue? { values[name] }

  /// - Parameters:
  ///   - raw: The `variables` of the request: an object, or nothing.
  ///   - suggestions: Whether messages say which names were meant.
  ///   - advice: Whether messages with suggestions also say what to send instead: see ``Advice``.
  /// - Throws: Everything that is wrong, up to 50 errors, with the code `badUserInput` and, as `variablePath`, where in
  ///   the variables it is; `limitExceeded` for values nested too deep.
  ///
  ///       {"message": "Variable \"$input\" has invalid value at .title: …",
  ///         "extensions": {"code": "BAD_USER_INPUT", "variablePath": ["input", "title"]}}
  package init(
    coercing raw: JSONValue?, for operation: Operation, schema: Schema, suggestions: Bool = true,
    advice: Bool = false
  ) throws(CoercionErrors) {
    var coercion = VariableCoercion(operation: operation, schema: schema, suggests: suggestions, advises: advice)
    values = coercion.coerce(raw ?? .null)
    if !coercion.errors.isEmpty { throw CoercionErrors(errors: coercion.errors) }
  }
}

private struct VariableCoercion {
  static let maxErrors = 50

  let operation: Operation
  let schema: Schema
  let suggests: Bool
  let advice: Advice?
  var errors: [GraphQLError] = []
  private var locator: SourceLocator

  init(operation: Operation, schema: Schema, suggests: Bool, advises: Bool) {
    self.operation = operation
    self.schema = schema
    self.suggests = suggests
    advice = advises && suggests ? Advice(schema: schema, notation: .json) : nil
    locator = SourceLocator(operation.source)
  }

  mutating func coerce(_ raw: JSONValue) -> [String: InputValue] {
    var given: [String: JSONValue] = [:]
    switch raw {
    case .null: break
    case .object(let members):
      // No variable has a name that is none.
      given = Dictionary(
        members.filter(\.key.isName).map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    case .bool, .number, .string, .array:
      errors.append(
        GraphQLError(
          "Variables must be provided as an Object where each property is a variable value. "
            + "Perhaps look to see if an unparsed JSON string was provided.",
          code: .badUserInput))
      return [:]
    }
    var values: [String: InputValue] = [:]
    for definition in operation.definition.variables where errors.count < Self.maxErrors {
      values[definition.name.value] = coerce(given[definition.name.value], for: definition)
    }
    if errors.count >= Self.maxErrors {
      errors.append(
        GraphQLError(
          "Too many errors processing variables, error limit reached. Execution aborted.",
          code: .badUserInput))
    }
    return values
  }

  private mutating func coerce(_ value: JSONValue?, for definition: VariableDefinition) -> InputValue? {
    let variable = "Variable \"$\(definition.name.value)\""
    let type = TypeReference(definition.type)
    guard schema.isInput(type.namedType) else {
      report(
        "\(variable) expected value of type \"\(type)\" which cannot be used as an input type.", definition)
      return nil
    }
    guard let value else {
      if let defaultValue = definition.defaultValue {
        let literals = LiteralCoercion(schema: schema, variables: VariableValues())
        if let coerced = literals.coerce(defaultValue, type: type) { return coerced }
        var check = LiteralCheck(schema: schema, suggests: suggests)
        check.check(defaultValue, type: type)
        for problem in check.problems {
          report("\(variable) has invalid default value\(problem.path.place): \(problem.message)", definition)
        }
      } else if type.isNonNull {
        report(
          "\(variable) has invalid value: Expected a value of non-null type \"\(type)\" to be provided."
            + (advice == nil ? "" : " Send it beside the query: \"variables\": {\"\(definition.name.value)\": …}."),
          definition, at: [])
      }
      return nil
    }
    var coercion = JSONCoercion(
      schema: schema, suggests: suggests, advice: advice, maxProblems: Self.maxErrors - errors.count)
    let coerced = coercion.coerce(value, type: type)
    for problem in coercion.problems {
      report("\(variable) has invalid value\(problem.path.place): \(problem.message)", definition, at: problem.path)
    }
    if coercion.isTooDeep { reportTooDeep(variable, definition) }
    return coerced
  }

  /// - Parameter path: where in the variable's value it is; nil when it is the variable that is wrong, and no value.
  private mutating func report(_ message: String, _ definition: VariableDefinition, at path: [PathSegment]? = nil) {
    let location = locator.location(at: definition.position)
    let place = path.map { path -> JSONValue in
      .array([.string(definition.name.value)] + path.map(\.json))
    }
    errors.append(
      GraphQLError(
        message, code: .badUserInput, locations: [location],
        extensions: place.map { [.init("variablePath", $0)] } ?? []))
  }

  private mutating func reportTooDeep(_ variable: String, _ definition: VariableDefinition) {
    let limit = JSONCoercion.maxNesting
    errors.append(
      .limitExceeded(
        "\(variable) is nested more than \(limit) levels deep.", limit: "variableNesting", maximum: limit,
        locations: [locator.location(at: definition.position)]))
  }
}
