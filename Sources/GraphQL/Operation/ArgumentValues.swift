/// The values of a field's or directive's arguments — what `CoerceArgumentValues` of specification
/// section 6.4.1 gives. An argument that was not given and has no default is absent, which is not the same
/// as null.
package struct ArgumentValues: Hashable, Sendable {
  /// In the order of the definitions.
  package internal(set) var members: [InputValue.Member] = []

  package subscript(name: String) -> InputValue? { members.first { $0.name == name }?.value }

  /// - Parameters:
  ///   - position: Where the field or directive starts, for errors about arguments that are missing.
  /// - Throws: The first thing that is wrong, with the code `badUserInput`, the argument, and what leads to it in there.
  ///
  ///         {"message": "Argument \"input\" has invalid value at .cascade: …",
  ///          "extensions": {"code": "BAD_USER_INPUT", "argument": "input", "inputPath": ["input", "cascade"]}}
  package init(
    coercing arguments: [Argument], definitions: [InputValueType], variables: VariableValues,
    schema: Schema, source: Source, at position: SourcePosition? = nil
  ) throws(GraphQLError) {
    let literals = LiteralCoercion(schema: schema, variables: variables)
    func failure(
      _ message: String, at position: SourcePosition?, extensions: [GraphQLError.Extension] = []
    ) -> GraphQLError {
      GraphQLError(
        message, code: .badUserInput, locations: position.map { [source.location(at: $0)] } ?? [],
        extensions: extensions)
    }
    for definition in definitions {
      let (name, type) = (definition.name, definition.type)
      let argument = arguments.first { $0.name.value == name }
      func invalid(_ value: Value) -> GraphQLError {
        var check = LiteralCheck(schema: schema, variables: variables, suggests: false)
        check.check(value, type: type)
        let problem = check.problems.first
        var extensions = [GraphQLError.Extension("argument", .string(name))]
        if let path = problem?.path, !path.isEmpty {
          extensions.append(.init("inputPath", .array(([.key(name)] + path).map(\.json))))
        }
        return failure(
          "Argument \"\(name)\" has invalid value" + (problem?.path.place ?? "")
            + (problem.map { ": \($0.message)" } ?? "."),
          at: problem?.position ?? value.position, extensions: extensions)
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
