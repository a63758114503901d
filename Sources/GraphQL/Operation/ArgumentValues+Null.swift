extension ArgumentValues {
  /// The values with the default in place of each null that was given for an argument or input field with a default.
  ///
  /// Specification section 6.4.1 keeps such a null, and leaves its meaning to the resolver. Inputs with a default are
  /// nullable so that generated clients may leave them out; some of these clients send null instead of nothing.
  ///
  ///     {"first": null, "orderBy": [{"field": "NAME", "direction": null}]}
  ///       → {"first": 50, "orderBy": [{"field": "NAME", "direction": "ASC"}]}
  package func defaultingNulls(of definitions: [InputValueType], schema: Schema) -> ArgumentValues {
    let defaults = NullDefaults(schema: schema)
    var values = self
    values.members = defaults.members(members, of: definitions)
    return values
  }
}

private struct NullDefaults {
  let schema: Schema

  /// - Parameter definitions: in the order of the members, with gaps where members are absent.
  func members(_ members: [InputValue.Member], of definitions: [InputValueType]) -> [InputValue.Member] {
    var rest = definitions[...]
    return members.map { member in
      guard let index = rest.firstIndex(where: { $0.name == member.name }) else { return member }
      let definition = rest[index]
      rest = rest[(index + 1)...]
      return InputValue.Member(member.name, value(member.value, of: definition))
    }
  }

  private func value(_ value: InputValue, of definition: InputValueType) -> InputValue {
    guard value == .null, let defaultValue = definition.defaultValue else {
      return self.value(value, type: definition.type)
    }
    return LiteralCoercion(schema: schema, variables: VariableValues()).coerce(defaultValue, type: definition.type) ?? value
  }

  private func value(_ value: InputValue, type: TypeReference) -> InputValue {
    switch value {
    case .list(let items):
      guard let itemType = type.itemType else { return value }
      return .list(items.map { self.value($0, type: itemType) })
    case .object(let members):
      guard let object = schema.inputObjectType(named: type.namedType) else { return value }
      return .object(self.members(members, of: object.fields))
    case .null, .boolean, .int, .float, .string, .scalar, .enum: return value
    }
  }
}
