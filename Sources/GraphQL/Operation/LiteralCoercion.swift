/// Coerces literals, into which variables may be put — "Input Coercion" of specification sections 3.5
/// to 3.12.
struct LiteralCoercion {
  let schema: Schema
  let variables: VariableValues

  /// - Returns: nil when the value is not of the type, or is a variable that has no value.
  func coerce(_ value: Value, type: TypeReference) -> InputValue? {
    switch value.kind {
    case .variable(let name):
      guard let value = variables[name] else { return nil }
      return value == .null && type.isNonNull ? nil : value
    case .null:
      return type.isNonNull ? nil : .null
    case .list(let items):
      guard let itemType = type.itemType else { return coerceNamed(value, type: type) }
      var coerced: [InputValue] = []
      coerced.reserveCapacity(items.count)
      for item in items {
        if isAbsent(item) && !itemType.isNonNull {
          coerced.append(.null)
        } else if let value = coerce(item, type: itemType) {
          coerced.append(value)
        } else {
          return nil
        }
      }
      return .list(coerced)
    case .int, .float, .string, .boolean, .enum, .object:
      // Whatever is no list is the only item of one, at each level of lists.
      guard let itemType = type.itemType else { return coerceNamed(value, type: type) }
      return coerce(value, type: itemType).map { .list([$0]) }
    }
  }

  /// Whether a value is a variable that has none.
  func isAbsent(_ value: Value) -> Bool {
    if case .variable(let name) = value.kind { variables[name] == nil } else { false }
  }

  private func coerceNamed(_ value: Value, type: TypeReference) -> InputValue? {
    switch schema.types[type.namedType] {
    case .scalar(let scalar): try? scalar.coerce(literal: value)
    case .enum(let enumType): try? enumType.coerce(literal: value)
    case .inputObject(let object): coerce(value, object: object)
    case .object, .interface, .union, nil: nil
    }
  }

  private func coerce(_ value: Value, object: InputObjectType) -> InputValue? {
    guard case .object(let fields) = value.kind else { return nil }
    var given = Dictionary(fields.map { ($0.name.value, $0.value) }, uniquingKeysWith: { first, _ in first })
    var members: [InputValue.Member] = []
    for field in object.fields {
      if let value = given.removeValue(forKey: field.name), !isAbsent(value) {
        guard let coerced = coerce(value, type: field.type) else { return nil }
        members.append(InputValue.Member(field.name, coerced))
      } else if let defaultValue = field.defaultValue {
        guard let coerced = coerce(defaultValue, type: field.type) else { return nil }
        members.append(InputValue.Member(field.name, coerced))
      } else if field.type.isNonNull {
        return nil
      }
    }
    // The remaining members have no definition.
    guard given.isEmpty else { return nil }
    if object.isOneOf && (members.count != 1 || members[0].value == .null) { return nil }
    return .object(members)
  }
}
