extension SchemaRule {
  /// Arguments of directives on definitions have values of their types — specification section 5.6.1 for type
  /// system documents.
  static let directiveArgumentValues = SchemaRule { draft, schema, report in
    for directive in draft.appliedDirectives {
      let definition = schema.directive(named: directive.node.name.value)
      for argument in directive.node.arguments {
        guard let type = definition?.arguments.first(where: { $0.name == argument.name.value })?.type,
          schema.isInput(type.namedType)
        else { continue }
        var check = LiteralCheck(schema: schema)
        check.check(argument.value, type: type)
        for problem in check.problems {
          report.report(
            "Argument \"@\(directive.node.name.value)(\(argument.name.value):)\" has invalid value"
              + "\(problem.path.place): \(problem.message)",
            at: directive.place(problem.position))
        }
      }
    }
  }
}
