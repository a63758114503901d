extension ValidationRule {
  /// Fragments that are defined are used by an operation — specification section 5.5.1.4.
  static let noUnusedFragments = ValidationRule { context in
    ValidationVisitor(leaveDocument: { document in
      let roots = context.operations.flatMap(\.selectionSet.spreads)
      let used = Set(context.fragmentGraph.reachable(from: roots))
      for case .fragment(let fragment) in document.definitions where !used.contains(fragment.name.value) {
        context.report("Fragment \"\(fragment.name.value)\" is never used.", at: fragment.position)
      }
    })
  }
}
