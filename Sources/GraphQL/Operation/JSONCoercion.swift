/// Coerces values of variables — "Input Coercion" of specification sections 3.5 to 3.12 — and finds all
/// that is wrong with them.
struct JSONCoercion {
  struct Problem {
    /// Within the value of the variable.
    var path: [PathSegment]
    /// What stands at the path.
    var value: JSONValue
    var message: String
  }

  /// How many input objects and lists may be inside each other.
  static let maxNesting = 64

  let schema: Schema
  /// Whether messages say which names were meant.
  let suggests: Bool
  /// When there are so many problems, no further ones are looked for.
  let maxProblems: Int

  private(set) var problems: [Problem] = []
  private(set) var isTooDeep = false
  private var path: [PathSegment] = []
  private var isAborted: Bool { isTooDeep || problems.count >= maxProblems }

  init(schema: Schema, suggests: Bool, maxProblems: Int) {
    self.schema = schema
    self.suggests = suggests
    self.maxProblems = maxProblems
  }

  /// - Returns: nil if there is a problem.
  mutating func coerce(_ value: JSONValue, type: TypeReference) -> InputValue? {
    if isAborted { return nil }
    if value == .null {
      guard type.isNonNull else { return .null }
      return problem("Expected non-nullable type \"\(type)\" not to be null.", value)
    }
    guard let itemType = type.itemType else { return coerceNamed(value, type: type.namedType) }
    // Whatever is no list is the only item of one, at each level of lists.
    guard case .array(let items) = value else { return coerce(value, type: itemType).map { .list([$0]) } }
    var coerced: [InputValue] = []
    coerced.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      if isAborted { return nil }
      if let value = at(.index(index), { $0.coerce(item, type: itemType) }) { coerced.append(value) }
    }
    return coerced.count == items.count ? .list(coerced) : nil
  }

  private mutating func coerceNamed(_ value: JSONValue, type name: String) -> InputValue? {
    do {
      switch schema.types[name] {
      case .scalar(let scalar): return try scalar.coerce(json: value)
      case .enum(let enumType): return try enumType.coerce(json: value, suggests: suggests)
      case .inputObject(let object): return coerce(value, object: object)
      case .object, .interface, .union, nil: return problem("Expected type \"\(name)\".", value)
      }
    } catch {
      return problem(error.message ?? "Expected type \"\(name)\".", value)
    }
  }

  private mutating func coerce(_ value: JSONValue, object: InputObjectType) -> InputValue? {
    guard case .object(let given) = value else {
      return problem("Expected type \"\(object.name)\" to be an object.", value)
    }
    let before = problems.count
    var rest = Dictionary(
      given.filter(\.key.isName).map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    var known = 0
    var members: [InputValue.Member] = []
    for field in object.fields {
      if let inner = rest.removeValue(forKey: field.name) {
        known += 1
        if let coerced = at(.key(field.name), { $0.coerce(inner, type: field.type) }) {
          members.append(InputValue.Member(field.name, coerced))
        }
      } else if let defaultValue = field.defaultValue {
        if let coerced = LiteralCoercion(schema: schema, variables: VariableValues())
          .coerce(defaultValue, type: field.type)
        {
          members.append(InputValue.Member(field.name, coerced))
        }
      } else if field.type.isNonNull {
        _ = problem("Field \"\(field.name)\" of required type \"\(field.type)\" was not provided.", value)
      }
    }
    for member in given where !member.key.isName || rest.removeValue(forKey: member.key) != nil {
      if isAborted { return nil }
      let names = suggests ? similar(to: member.key, in: object.fields.map(\.name)) : []
      _ = problem(
        "Field \"\(member.key.brief)\" is not defined by type \"\(object.name)\"." + didYouMean(names), value)
    }
    if object.isOneOf {
      if known != 1 {
        return problem("Exactly one key must be specified for OneOf type \"\(object.name)\".", value)
      }
      if let only = members.first, only.value == .null {
        return at(.key(only.name)) { $0.problem("Field \"\(only.name)\" must be non-null.", .null) }
      }
    }
    return problems.count == before && !isTooDeep ? .object(members) : nil
  }

  private mutating func at(
    _ segment: PathSegment, _ coerce: (inout JSONCoercion) -> InputValue?
  ) -> InputValue? {
    if path.count >= JSONCoercion.maxNesting {
      isTooDeep = true
      return nil
    }
    path.append(segment)
    defer { path.removeLast() }
    return coerce(&self)
  }

  private mutating func problem(_ message: String, _ value: JSONValue) -> InputValue? {
    problems.append(Problem(path: path, value: value, message: message))
    return nil
  }
}

extension [PathSegment] {
  /// `.name[0]`
  var printed: String {
    map { segment in
      switch segment {
      case .key(let key): "." + key
      case .index(let index): "[\(index)]"
      }
    }
    .joined()
  }
}
