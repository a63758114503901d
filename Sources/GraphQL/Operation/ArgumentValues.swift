/// The values of a field's or directive's arguments — what `CoerceArgumentValues` of specification
/// section 6.4.1 gives. An argument that was not given and has no default is absent, which is not the same
/// as null.
package struct ArgumentValues: Hashable, Sendable {
  /// In the order of the definitions.
  package private(set) var members: [InputValue.Member] = []

  package subscript(name: String) -> InputValue? { members.first { $0.name == name }?.value }

  /// - Parameters:
  ///   - position: Where the field or directive starts, for errors about arguments that are missing.
  /// - Throws: The first thing that is wrong, with the code `badUserInput`.
  package init(
    coercing arguments: [Argument], definitions: [InputValueType], variables: VariableValues,
    schema: Schema, source: Source, at position: SourcePosition? = nil
  ) throws(GraphQLError) {
    let literals = LiteralCoercion(schema: schema, variables: variables)
    func failure(_ message: String, at position: SourcePosition?) -> GraphQLError {
      GraphQLError(message, code: .badUserInput, locations: position.map { [source.location(at: $0)] } ?? [])
    }
    for definition in definitions {
      let (name, type) = (definition.name, definition.type)
      let argument = arguments.first { $0.name.value == name }
      func invalid(_ value: Value) -> GraphQLError {
        var check = LiteralCheck(schema: schema, variables: variables, suggests: false)
        check.check(value, type: type)
        let problem = check.problems.first
        return failure(
          "Argument \"\(name)\" has invalid value" + (problem?.path.place ?? "")
            + (problem.map { ": \($0.message)" } ?? "."),
          at: problem?.position ?? value.position)
      }
      guard let value = argument?.value, !literals.isAbsent(value) else {
        if let defaultValue = definition.defaultValue {
          guard let coerced = literals.coerce(defaultValue, type: type) else {
            throw failure("Argument \"\(name)\" has invalid default value.", at: position)
          }
          members.append(InputValue.Member(name, coerced))
        } else if type.isNonNull, let value = argument?.value {
          throw invalid(value)
        } else if type.isNonNull {
          throw failure(
            "Argument \"\(name)\" of required type \"\(type)\" was not provided.", at: position)
        }
        continue
      }
      guard let coerced = literals.coerce(value, type: type) else { throw invalid(value) }
      members.append(InputValue.Member(name, coerced))
    }
  }
}
