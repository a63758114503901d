/// Finds where a literal is not of the type that its place expects — specification section 5.6.
///
/// Without the values of variables, these are taken to be right: `VariablesInAllowedPosition` looks at them.
/// With them, it tells what `LiteralCoercion` did not take.
struct LiteralCheck {
  struct Problem: Sendable {
    /// Within the literal.
    var path: [PathSegment]
    var message: String
    var position: SourcePosition
  }

  let schema: Schema
  /// Whether messages say which names were meant.
  let suggests: Bool
  private let advice: Advice?
  private let variables: VariableValues?
  /// More than a document can have errors.
  private static let maxProblems = 101
  private var path: [PathSegment] = []
  private(set) var problems: [Problem] = []

  /// - Parameter advice: Nil if messages give none.
  init(schema: Schema, variables: VariableValues? = nil, suggests: Bool = true, advice: Advice? = nil) {
    self.schema = schema
    self.variables = variables
    self.suggests = suggests
    self.advice = advice
  }

  mutating func check(_ value: Value, type: TypeReference) {
    if case .variable(let name) = value.kind { return check(variable: name, type: type, at: value.position) }
    if case .null = value.kind {
      if type.isNonNull { report("Expected value of non-null type \"\(type)\" not to be null.", at: value.position) }
      return
    }
    guard let itemType = type.itemType else { return checkNamed(value, type: type.namedType) }
    // Whatever is no list is the only item of one, at each level of lists.
    guard case .list(let items) = value.kind else { return check(value, type: itemType) }
    for (index, item) in items.enumerated() {
      at(.index(index)) { $0.check(item, type: itemType) }
    }
  }

  private mutating func check(variable name: String, type: TypeReference, at position: SourcePosition) {
    guard let variables, type.isNonNull else { return }
    switch variables[name] {
    case nil:
      report("Expected variable \"$\(name)\" provided to type \"\(type)\" to provide a runtime value.", at: position)
    case .null?:
      report("Expected variable \"$\(name)\" provided to non-null type \"\(type)\" not to be null.", at: position)
    default: break
    }
  }

  private mutating func checkNamed(_ value: Value, type name: String) {
    do throws(CoercionFailure) {
      switch schema.types[name] {
      case .scalar(let scalar): _ = try scalar.coerce(literal: value)
      case .enum(let type): _ = try type.coerce(literal: value, suggests: suggests)
      case .inputObject(let object): check(value, of: object)
      case .object, .interface, .union, nil: throw CoercionFailure()
      }
    } catch {
      let advice = advice(on: value, of: name)
      report(
        Advice.text(error.message ?? "Expected value of type \"\(name)\", found: \(value.printedBriefly).", advice),
        at: value.position)
    }
  }

  private func advice(on value: Value, of typeName: String) -> String? {
    switch schema.types[typeName] {
    case .scalar: advice?.quotes(value, for: typeName)
    case .enum(let type): advice?.values(of: type)
    default: nil
    }
  }

  private mutating func check(_ value: Value, of object: InputObjectType) {
    let expectation = "Expected value of type \"\(object.name)\""
    // Messages are made while `self` changes.
    let (advice, place) = (advice, path.lastKey)
    guard case .object(let fields) = value.kind else {
      return report(
        "\(expectation) to be an object, found: \(value.printedBriefly)."
          + (advice?.notAnObject(object, found: value.printedBriefly, at: place) ?? ""), at: value.position)
    }
    let position = value.position
    let given = Dictionary(fields.map { ($0.name.value, $0.value) }, uniquingKeysWith: { _, last in last })
    for field in object.fields {
      if let value = given[field.name] {
        check(value, field: field, of: object, at: position)
      } else if field.isRequired {
        report(
          "\(expectation) to include required field \"\(field.name)\", found: \(value.printedBriefly).",
          at: value.position)
      }
    }
    let names = object.fields.map(\.name)
    var known: [ObjectField] = []
    let knownNames = Set(names)
    for field in fields {
      if knownNames.contains(field.name.value) {
        known.append(field)
        continue
      }
      let suggestion = suggests ? didYouMean(similar(to: field.name.value, in: names)) : ""
      report(
        "\(expectation) not to include unknown field \"\(field.name.value)\""
          + (suggestion.isEmpty ? ", found" : ".\(suggestion) Found") + ": \(value.printedBriefly)."
          + (advice?.unknownField(field.name.value, of: object, hasSuggestion: !suggestion.isEmpty) ?? ""),
        at: field.position)
    }
    if object.isOneOf { checkOneOf(known, of: object, at: value.position) }
  }

  /// - Parameter position: The position of the object.
  private mutating func check(
    _ value: Value, field: InputValueType, of object: InputObjectType, at position: SourcePosition
  ) {
    if case .variable(let name) = value.kind, let variables {
      if object.isOneOf {
        // Its fields are nullable, so nothing below says so.
        let subject =
          "Expected variable \"$\(name)\" provided to field \"\(field.name)\" for OneOf Input Object type "
          + "\"\(object.name)\""
        switch variables[name] {
        case nil: report("\(subject) to provide a runtime value.", at: position)
        case .null?: report("\(subject) not to be null.", at: position)
        default: break
        }
      } else if variables[name] == nil && !field.isRequired {
        return
      }
    }
    at(.key(field.name)) { $0.check(value, type: field.type) }
  }

  private mutating func checkOneOf(
    _ fields: [ObjectField], of object: InputObjectType, at position: SourcePosition
  ) {
    guard let only = fields.first, fields.count == 1 else { return report(object.oneOfMessage, at: position) }
    if case .null = only.value.kind {
      at(.key(only.name.value)) { $0.report(object.oneOfMessage, at: position) }
    }
  }

  private mutating func at(_ segment: PathSegment, _ check: (inout LiteralCheck) -> Void) {
    path.append(segment)
    check(&self)
    path.removeLast()
  }

  /// A message may show a large value, so it is only made if there is room for it.
  private mutating func report(_ message: @autoclosure () -> String, at position: SourcePosition) {
    guard problems.count < Self.maxProblems else { return }
    problems.append(Problem(path: path, message: message(), position: position))
  }
}

extension InputObjectType {
  /// The error message for a value of a OneOf input object that has no field, several, or one that is null.
  var oneOfMessage: String {
    "Within OneOf Input Object type \"\(name)\", exactly one field must be specified, "
      + "and the value for that field must be non-null."
  }
}
