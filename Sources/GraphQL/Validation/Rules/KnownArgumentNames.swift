extension ValidationRule {
  /// Arguments are defined by their field or directive — specification section 5.4.1.
  static let knownArgumentNames = ValidationRule { context in
    func check(_ arguments: [Argument], _ definitions: [InputValueType], of owner: String) {
      for argument in arguments where !definitions.contains(where: { $0.name == argument.name.value }) {
        context.report(
          "Unknown argument \"\(argument.name.value)\" on \(owner)."
            + context.suggestion(for: argument.name.value, in: definitions.map(\.name)),
          at: argument.position)
      }
    }
    return ValidationVisitor(
      enterField: { field in
        guard let definition = context.field, let parent = context.parentType else { return }
        check(field.arguments, definition.arguments, of: "field \"\(parent).\(field.name.value)\"")
      },
      enterDirectives: { directives, _ in
        for directive in directives {
          let name = directive.name.value
          guard let definition = context.schema.directive(named: name) else { continue }
          check(directive.arguments, definition.arguments, of: "directive \"@\(name)\"")
        }
      })
  }
}
