import GraphQL

/// The outcome of coercing the variables of a request, and the arguments of each root field.
enum InputOutcome: Equatable, CustomStringConvertible {
  /// The document is not valid, so no one would run it.
  case invalidDocument
  case limitExceeded
  case variableErrors([Finding])
  /// As JSON, in a form that is the same for equal values.
  case values(variables: String, arguments: [String])

  var description: String {
    switch self {
    case .invalidDocument: "invalid document"
    case .limitExceeded: "limit exceeded"
    case .variableErrors(let errors): errors.map(\.description).joined(separator: "\n")
    case .values(let variables, let arguments): ([variables] + arguments).joined(separator: "\n")
    }
  }

  static func ours(_ request: InputRequest, schema: Schema) -> InputOutcome {
    let source = Source(request.text)
    do {
      let document = try Document(parsing: source)
      guard Validator(schema: schema).validate(document, source: source).isEmpty else { return .invalidDocument }
      let operation = try document.operation(named: nil, source: source)
      let variables = try VariableValues(coercing: request.variables, for: operation, schema: schema)
      var members: [InputValue.Member] = []
      for definition in operation.definition.variables {
        let name = definition.name.value
        if let value = variables[name] { members.append(InputValue.Member(name, value)) }
      }
      var arguments: [String] = []
      for case .field(let field) in operation.definition.selectionSet.selections {
        let definitions = schema.field(field.name.value, of: schema.queryType)?.arguments ?? []
        do {
          let values = try ArgumentValues(
            coercing: field.arguments, definitions: definitions, variables: variables, schema: schema,
            source: source, at: field.position)
          arguments.append(InputValue.object(values.members).canonicalText)
        } catch {
          arguments.append(Finding(error).comparedText)
        }
      }
      return .values(variables: InputValue.object(members).canonicalText, arguments: arguments)
    } catch let error as CoercionErrors {
      if error.errors.contains(where: { $0.code == .limitExceeded }) { return .limitExceeded }
      return .variableErrors(error.errors.map { Finding($0) })
    } catch {
      return .invalidDocument
    }
  }

  static func theirs(_ request: InputRequest, schema: TestedSchema, reference: Reference) throws -> InputOutcome {
    let answer = try reference.ask(
      "input", ["schema": .string(schema.name), "text": .string(request.text), "variables": request.variables])
    if case .array(let errors) = answer["variableErrors"] {
      return .variableErrors(try errors.map { try Finding($0) })
    }
    guard let variables = answer["variables"], case .array(let arguments) = answer["arguments"]
    else { throw UnexpectedAnswer(answer) }
    return .values(
      variables: variables.canonicalText,
      arguments: try arguments.map { argument in
        if let error = argument["error"] { return try Finding(error).comparedText }
        return argument["value"]?.canonicalText ?? "-"
      })
  }
}

extension Finding {
  fileprivate var comparedText: String { Finding(locations: locations, message: comparedMessage).description }
}

extension JSONValue {
  /// Members by name, numbers as floating point, no spaces.
  var canonicalText: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let text): Double(text).map { "\($0)" } ?? text
    case .string(let text): text.debugDescription
    case .array(let items): "[" + items.map(\.canonicalText).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\($0.key):\($0.value.canonicalText)" }.sorted().joined(separator: ",") + "}"
    }
  }
}

extension InputValue {
  fileprivate var canonicalText: String { json.canonicalText }

  private var json: JSONValue {
    switch self {
    case .null: .null
    case .boolean(let flag): .bool(flag)
    case .int(let number): .number("\(number)")
    case .float(let number): .number("\(number)")
    case .string(let text), .scalar(let text), .enum(let text): .string(text)
    case .list(let items): .array(items.map(\.json))
    case .object(let members): .object(members.map { JSONValue.Member($0.name, $0.value.json) })
    }
  }
}
