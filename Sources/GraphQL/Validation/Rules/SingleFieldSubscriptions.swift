extension ValidationRule {
  /// A subscription selects one root field that is no introspection field, whatever its variables are —
  /// specification section 5.2.4.1.
  static let singleFieldSubscriptions = ValidationRule { context in
    ValidationVisitor(enterOperation: { operation in
      guard operation.operation == .subscription, let root = context.schema.subscriptionType
      else { return }
      let subject = operation.name.map { "Subscription \"\($0.value)\"" } ?? "Anonymous Subscription"

      let conditional = ConditionalDirectives(context, on: root).find(in: operation.selectionSet)
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
      if groups.isEmpty {
        // Fragments on other types count too: another rule checks whether they can be spread.
        context.report("\(subject) must select one top level field.", at: [operation.selectionSet.position])
      } else if groups.count > 1 {
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

/// Finds `@skip` and `@include` on the selections of one level, fragments included.
private struct ConditionalDirectives {
  private let context: ValidationContext
  private let objectType: String
  private var visited: Set<String> = []
  private var positions: [SourcePosition] = []

  init(_ context: ValidationContext, on objectType: String) {
    self.context = context
    self.objectType = objectType
  }

  /// - Returns: Where they stand: one for each selection.
  func find(in set: SelectionSet) -> [SourcePosition] {
    var search = self
    search.visit(set)
    return search.positions
  }

  private mutating func visit(_ set: SelectionSet) {
    for selection in set.selections {
      switch selection {
      case .field(let field):
        _ = isConditional(field.directives)
      case .fragmentSpread(let spread):
        guard !isConditional(spread.directives), visited.insert(spread.name.value).inserted,
          let fragment = context.fragments[spread.name.value], applies(fragment.typeCondition)
        else { continue }
        visit(fragment.selectionSet)
      case .inlineFragment(let fragment):
        if !isConditional(fragment.directives), fragment.typeCondition.map(applies) ?? true {
          visit(fragment.selectionSet)
        }
      }
    }
  }

  private mutating func isConditional(_ directives: [Directive]) -> Bool {
    let found =
      directives.first { $0.name.value == "skip" } ?? directives.first { $0.name.value == "include" }
    if let found { positions.append(found.position) }
    return found != nil
  }

  private func applies(_ typeCondition: Name) -> Bool {
    typeCondition.value == objectType || context.schema.isPossible(objectType, for: typeCondition.value)
  }
}
