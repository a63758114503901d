extension ValidationRule {
  /// A subscription selects one root field that is no introspection field, whatever its variables are —
  /// specification section 5.2.4.1.
  static let singleFieldSubscriptions = ValidationRule { context in
    ValidationVisitor(enterOperation: { operation in
      guard operation.operation == .subscription, let root = context.schema.subscriptionType
      else { return }
      let subject = operation.name.map { "Subscription \"\($0.value)\"" } ?? "Anonymous Subscription"

      let conditional = context.conditionalDirectives(in: operation.selectionSet)
      if !conditional.isEmpty {
        context.report(
          "\(subject) must not use `@skip` or `@include` directives in the top level selection.",
          at: conditional)
        return
      }
      let groups = FieldCollector(
        operation: Operation(
          definition: operation, fragments: context.fragments, source: context.source),
        schema: context.schema, variables: VariableValues()
      ).collect([operation.selectionSet], on: root)
      if groups.count > 1 {
        context.report(
          "\(subject) must select only one top level field.",
          at: groups.dropFirst().flatMap(\.fields).map(\.position))
      }
      for group in groups where group.first.name.value.hasPrefix("__") {
        context.report(
          "\(subject) must not select an introspection top level field.",
          at: group.fields.map(\.position))
      }
    })
  }
}

extension ValidationContext {
  /// Where `@skip` and `@include` stand on the selections of one level, fragments included.
  fileprivate func conditionalDirectives(in set: SelectionSet) -> [SourcePosition] {
    var positions: [SourcePosition] = []
    var visited: Set<String> = []
    var sets = [set]
    while let set = sets.popLast() {
      for selection in set.selections {
        let directives: [Directive]
        switch selection {
        case .field(let field):
          directives = field.directives
        case .fragmentSpread(let spread):
          directives = spread.directives
          if visited.insert(spread.name.value).inserted, let fragment = fragments[spread.name.value] {
            sets.append(fragment.selectionSet)
          }
        case .inlineFragment(let inline):
          directives = inline.directives
          sets.append(inline.selectionSet)
        }
        positions += directives.filter { ["skip", "include"].contains($0.name.value) }.map(\.position)
      }
    }
    return positions
  }
}
