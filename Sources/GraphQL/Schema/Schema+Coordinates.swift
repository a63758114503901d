extension Schema {
  /// The element that a coordinate names — specification section 2.13, "Semantics". Meta-fields and the
  /// introspection schema can be named, too, as with the reference implementation.
  ///
  /// - Returns: nil when what contains the element is there, and the element is not.
  /// - Throws: When what should contain the element is not there, or is of a kind that has no such elements.
  package func element(at coordinate: SchemaCoordinate) throws(SchemaCoordinateError) -> SchemaElement? {
    switch coordinate {
    case .type(let type): types[type.value].map { .type($0) }
    case .member(let member, let type): try self.member(member.value, of: type.value)
    case .argument(let argument, let field, let type):
      try arguments(ofField: field.value, of: type.value).first { $0.name == argument.value }
        .map { .fieldArgument($0) }
    case .directive(let directive): self.directive(named: directive.value).map { .directive($0) }
    case .directiveArgument(let argument, let directive):
      try arguments(ofDirective: directive.value).first { $0.name == argument.value }
        .map { .directiveArgument($0) }
    }
  }

  private func member(_ name: String, of typeName: String) throws(SchemaCoordinateError) -> SchemaElement? {
    switch try type(existing: typeName) {
    case .enum(let type): type.values.first { $0.name == name }.map { .enumValue($0) }
    case .inputObject(let type): type.fields.first { $0.name == name }.map { .inputField($0) }
    case .object, .interface: selectableField(name, of: typeName).map { .field($0) }
    case .scalar, .union:
      throw SchemaCoordinateError(
        "Expected \"\(typeName)\" to be an Enum, Input Object, Object or Interface type.")
    }
  }

  private func arguments(
    ofField name: String, of typeName: String
  ) throws(SchemaCoordinateError) -> [InputValueType] {
    guard try type(existing: typeName).fields != nil else {
      throw SchemaCoordinateError("Expected \"\(typeName)\" to be an object type or interface type.")
    }
    guard let field = selectableField(name, of: typeName) else {
      throw SchemaCoordinateError(
        "Expected \"\(name)\" to exist as a field of type \"\(typeName)\" in the schema.")
    }
    return field.arguments
  }

  private func arguments(ofDirective name: String) throws(SchemaCoordinateError) -> [InputValueType] {
    guard let directive = directive(named: name) else {
      throw SchemaCoordinateError("Expected \"\(name)\" to be defined as a directive in the schema.")
    }
    return directive.arguments
  }

  private func type(existing name: String) throws(SchemaCoordinateError) -> NamedType {
    guard let type = types[name] else {
      throw SchemaCoordinateError("Expected \"\(name)\" to be defined as a type in the schema.")
    }
    return type
  }
}

/// The reason why a schema coordinate makes no sense for a schema, in the words of the reference implementation.
package struct SchemaCoordinateError: Error, Hashable, CustomStringConvertible {
  package var message: String

  init(_ message: String) { self.message = message }

  package var description: String { message }
}
