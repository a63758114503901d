extension ValidationRule {
  /// Arguments that are non-null and have no default are given — specification section 5.4.3.
  static let providedRequiredArguments = ValidationRule { context in
    func missing(_ definitions: [InputValueType], in arguments: [Argument]) -> [InputValueType] {
      definitions.filter { definition in
        definition.isRequired && !arguments.contains { $0.name.value == definition.name }
      }
    }
    return ValidationVisitor(
      // Errors inside the field come first.
      leaveField: { field in
        for argument in missing(context.field?.arguments ?? [], in: field.arguments) {
          context.report(
            "Field \"\(field.name.value)\" argument \"\(argument.name)\" of type \"\(argument.type)\" "
              + "is required, but it was not provided.",
            at: field.position)
        }
      },
      enterDirectives: { directives, _ in
        for directive in directives {
          let name = directive.name.value
          let definitions = context.schema.directive(named: name)?.arguments ?? []
          for argument in missing(definitions, in: directive.arguments) {
            context.report(
              "Directive \"@\(name)\" argument \"\(argument.name)\" of type \"\(argument.type)\" "
                + "is required, but it was not provided.",
              at: directive.position)
          }
        }
      })
  }
}
