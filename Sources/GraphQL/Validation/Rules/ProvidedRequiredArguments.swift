extension ValidationRule {
  /// Arguments that are non-null and have no default are given — specification section 5.4.3.
  static let providedRequiredArguments = ValidationRule { context in
    func missing(_ definitions: [InputValueType], in arguments: [Argument]) -> [InputValueType] {
      definitions.filter { definition in
        definition.isRequired && !arguments.contains { $0.name.value == definition.name }
      }
    }
    // Errors inside the field or directive come first.
    return ValidationVisitor(
      leaveField: { field in
        guard let definition = context.field else { return }
        for argument in missing(definition.arguments, in: field.arguments) {
          // Meta-fields belong to no type.
          let isMeta = definition.type.namedType.hasPrefix("__")
          let parent = isMeta ? "<meta>" : context.parentType ?? ""
          context.report(
            "Argument \"\(parent).\(definition.name)(\(argument.name):)\" of type \"\(argument.type)\" "
              + "is required, but it was not provided."
              + (context.advice?.arguments(of: definition.name, definition.arguments) ?? ""),
            at: field.position)
        }
      },
      leaveDirective: { directive in
        let name = directive.name.value
        let definitions = context.schema.directive(named: name)?.arguments ?? []
        for argument in missing(definitions, in: directive.arguments) {
          context.report(
            "Argument \"@\(name)(\(argument.name):)\" of type \"\(argument.type)\" "
              + "is required, but it was not provided.",
            at: directive.position)
        }
      })
  }
}
