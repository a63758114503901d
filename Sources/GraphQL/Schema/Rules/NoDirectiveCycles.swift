extension SchemaRule {
  /// No directive is used in what defines it: on its arguments, in their types, or on the arguments of directives
  /// that are used there — "Validation" of specification section 3.13.
  static let noDirectiveCycles = SchemaRule { draft, _, report in
    let uses = DirectiveUses(draft)
    for directive in draft.directives {
      let name = "@" + directive.node.name.value
      if uses.reaches(name) {
        report.report(
          "Invalid circular reference. Directive \(name) is used in its own definition.",
          at: directive.place(directive.node.position))
      }
    }
  }
}

/// The references of the definitions of directives and input types: directives as `@name`, types by name.
private struct DirectiveUses {
  private var references: [String: Set<String>] = [:]

  init(_ draft: SchemaDraft) {
    for directive in draft.directives {
      for argument in directive.node.arguments { add(argument, to: "@" + directive.node.name.value) }
    }
    for type in draft.types {
      add(type.directives, to: type.name)
      for field in type.inputFields { add(field.node, to: type.name) }
      for value in type.values { add(value.node.directives, to: type.name) }
    }
  }

  private mutating func add(_ value: InputValueDefinition, to owner: String) {
    references[owner, default: []].insert(value.type.name.value)
    add(value.directives, to: owner)
  }

  private mutating func add(_ directives: [Directive], to owner: String) {
    references[owner, default: []].formUnion(directives.map { "@" + $0.name.value })
  }

  /// Whether what `name` refers to leads back to it.
  func reaches(_ name: String) -> Bool {
    var seen: Set<String> = []
    var rest = Array(references[name] ?? [])
    while let next = rest.popLast() {
      if next == name { return true }
      if seen.insert(next).inserted { rest += references[next] ?? [] }
    }
    return false
  }
}
