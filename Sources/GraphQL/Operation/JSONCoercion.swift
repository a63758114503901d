/// Coerces values of variables — "Input Coercion" of specification sections 3.5 to 3.12 — and finds all
/// that is wrong with them.
struct JSONCoercion {
  struct Problem {
    /// Within the value of the variable.
    var path: [PathSegment]
    var message: String
  }

  /// How many input objects and lists may be inside each other.
  static let maxNesting = 64

  let schema: Schema
  /// Whether messages say which names were meant.
  let suggests: Bool
  /// Nil if messages give none.
  let advice: Advice?
  /// When there are so many problems, no further ones are looked for.
  let maxProblems: Int

  private(set) var problems: [Problem] = []
  private(set) var isTooDeep = false
  private var path: [PathSegment] = []
  private var isAborted: Bool { isTooDeep || problems.count >= maxProblems }

  init(schema: Schema, suggests: Bool, advice: Advice?, maxProblems: Int) {
    self.schema = schema
    self.suggests = suggests
    self.advice = advice
    self.maxProblems = maxProblems
  }

  /// - Returns: nil if there is a problem.
  mutating func coerce(_ value: JSONValue, type: TypeReference) -> InputValue? {
    if isAborted { return nil }
    if value == .null {
      guard type.isNonNull else { return .null }
      return problem("Expected value of non-null type \"\(type)\" not to be null.")
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
    do throws(CoercionFailure) {
      switch schema.types[name] {
      case .scalar(let scalar): return try scalar.coerce(json: value)
      case .enum(let enumType): return try enumType.coerce(json: value, suggests: suggests)
      case .inputObject(let object): return coerce(value, object: object)
      case .object, .interface, .union, nil: throw CoercionFailure()
      }
    } catch {
      return problem(
        Advice.text(
          error.message ?? "Expected value of type \"\(name)\", found: \(value.inspected).", advice(on: value, of: name)))
    }
  }

  private func advice(on value: JSONValue, of typeName: String) -> String? {
    switch schema.types[typeName] {
    case .scalar: advice?.quotes(value, for: typeName)
    case .enum(let type): advice?.values(of: type)
    default: nil
    }
  }

  private mutating func coerce(_ value: JSONValue, object: InputObjectType) -> InputValue? {
    let expectation = "Expected value of type \"\(object.name)\""
    guard case .object(let given) = value else {
      return problem(
        "\(expectation) to be an object, found: \(value.inspected)."
          + (advice?.notAnObject(object, found: value.inspected, at: path.lastKey) ?? ""))
    }
    let before = problems.count
    var rest = Dictionary(
      given.filter(\.key.isName).map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    var members: [InputValue.Member] = []
    for field in object.fields {
      if let inner = rest.removeValue(forKey: field.name) {
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
        _ = problem(
          "\(expectation) to include required field \"\(field.name)\", found: \(value.inspected).")
      }
    }
    var known: [JSONValue.Member] = []
    for member in given {
      if isAborted { return nil }
      guard !member.key.isName || rest.removeValue(forKey: member.key) != nil else {
        known.append(member)
        continue
      }
      let suggestion = suggests ? didYouMean(similar(to: member.key, in: object.fields.map(\.name))) : ""
      _ = problem(
        "\(expectation) not to include unknown field \"\(member.key.brief)\""
          + (suggestion.isEmpty ? ", found" : ".\(suggestion) Found") + ": \(value.inspected)."
          + (advice?.unknownField(member.key.brief, of: object, hasSuggestion: !suggestion.isEmpty) ?? ""))
    }
    if object.isOneOf {
      if known.count != 1 { _ = problem(object.oneOfMessage) }
      if let first = known.first, first.value == .null {
        _ = at(.key(first.key)) { $0.problem(object.oneOfMessage) }
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

  private mutating func problem(_ message: String) -> InputValue? {
    problems.append(Problem(path: path, message: message))
    return nil
  }
}

extension [PathSegment] {
  /// The innermost key.
  var lastKey: String? {
    for case .key(let key) in reversed() { return key }
    return nil
  }

  /// ` at .name[0]`; nothing for no path.
  var place: String {
    if isEmpty { return "" }
    let steps = map { segment in
      switch segment {
      case .key(let key): "." + key
      case .index(let index): "[\(index)]"
      }
    }
    return " at " + steps.joined()
  }
}
