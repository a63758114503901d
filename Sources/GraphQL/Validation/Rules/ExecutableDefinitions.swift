extension ValidationRule {
  /// A document to execute holds operations and fragments only — specification section 5.1.1.
  static let executableDefinitions = ValidationRule { context in
    ValidationVisitor(enterDocument: { document in
      for definition in document.definitions {
        switch definition {
        case .operation, .fragment: break
        case .schema(let node):
          context.report("The schema definition is not executable.", at: node.position)
        case .type(let node):
          context.report("The \"\(node.name.value)\" definition is not executable.", at: node.position)
        case .directive(let node):
          context.report("The \"\(node.name.value)\" definition is not executable.", at: node.position)
        }
      }
    })
  }
}
