/// Finds where a literal is not of the type that its place expects — specification section 5.6.
/// Variables are taken to be right: `VariablesInAllowedPosition` looks at them.
struct LiteralCheck {
  struct Problem: Sendable {
    var message: String
    var position: SourcePosition
  }

  let schema: Schema
  /// Whether messages say which names were meant.
  var suggests = true
  private(set) var problems: [Problem] = []

  init(schema: Schema, suggests: Bool = true) {
    self.schema = schema
    self.suggests = suggests
  }

  mutating func check(_ value: Value, type: TypeReference) {
    switch value.kind {
    case .variable:
      return
    case .null:
      if type.isNonNull { expected(type, value) }
    case .list(let items):
      guard let itemType = type.itemType else { return expectedLeaf(type.nullable, value) }
      for item in items { check(item, type: itemType) }
    case .object(let fields):
      guard let object = schema.inputObjectType(named: type.namedType) else {
        return expectedLeaf(type, value)
      }
      check(fields, of: object, at: value.position)
    case .int, .float, .string, .boolean, .enum:
      expectedLeaf(type, value)
    }
  }

  private mutating func check(
    _ fields: [ObjectField], of object: InputObjectType, at position: SourcePosition
  ) {
    let given = Dictionary(fields.map { ($0.name.value, $0.value) }, uniquingKeysWith: { first, _ in first })
    for field in object.fields where field.isRequired && given[field.name] == nil {
      report(
        "Field \"\(object.name).\(field.name)\" of required type \"\(field.type)\" was not provided.",
        at: position)
    }
    if object.isOneOf { checkOneOf(given, of: object, at: position) }
    let types = Dictionary(object.fields.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    for field in fields {
      if let type = types[field.name.value] {
        check(field.value, type: type)
      } else {
        let names = suggests ? similar(to: field.name.value, in: object.fields.map(\.name)) : []
        report(
          "Field \"\(field.name.value)\" is not defined by type \"\(object.name)\"." + didYouMean(names),
          at: field.position)
      }
    }
  }

  private mutating func checkOneOf(
    _ given: [String: Value], of object: InputObjectType, at position: SourcePosition
  ) {
    guard let only = given.first, given.count == 1 else {
      return report("OneOf Input Object \"\(object.name)\" must specify exactly one key.", at: position)
    }
    if case .null = only.value.kind {
      report("Field \"\(object.name).\(only.key)\" must be non-null.", at: position)
    }
  }

  /// Any value but null and variables, where a leaf is expected or a leaf was given.
  private mutating func expectedLeaf(_ type: TypeReference, _ value: Value) {
    do {
      switch schema.types[type.namedType] {
      case .scalar(let scalar): _ = try scalar.coerce(literal: value)
      case .enum(let enumType): _ = try enumType.coerce(literal: value, suggests: suggests)
      case .object, .interface, .union, .inputObject, nil: expected(type, value)
      }
    } catch {
      report(error.message ?? expectation(type, value), at: value.position)
    }
  }

  private mutating func expected(_ type: TypeReference, _ value: Value) {
    report(expectation(type, value), at: value.position)
  }

  private func expectation(_ type: TypeReference, _ value: Value) -> String {
    "Expected value of type \"\(type)\", found \(value.printedBriefly)."
  }

  private mutating func report(_ message: String, at position: SourcePosition) {
    problems.append(Problem(message: message, position: position))
  }
}
