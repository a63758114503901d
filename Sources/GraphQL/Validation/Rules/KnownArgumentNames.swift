extension ValidationRule {
  /// Arguments are defined by their field or directive — specification section 5.4.1.
  static let knownArgumentNames = ValidationRule { context in
    func check(
      _ argument: Argument, _ definitions: [InputValueType], of owner: @autoclosure () -> String
    ) {
      let name = argument.name.value
      if definitions.contains(where: { $0.name == name }) { return }
      context.report(
        "Unknown argument \"\(name)\" on \(owner())."
          + context.suggestion(for: name, in: definitions.map(\.name)),
        at: argument.position)
    }
    return ValidationVisitor(
      enterDirective: { directive, _ in
        let name = directive.name.value
        guard let definition = context.schema.directive(named: name) else { return }
        for argument in directive.arguments {
          check(argument, definition.arguments, of: "directive \"@\(name)\"")
        }
      },
      enterFieldArgument: { argument in
        guard let field = context.field, let parent = context.parentType else { return }
        check(argument, field.arguments, of: "field \"\(parent).\(field.name)\"")
      })
  }
}
