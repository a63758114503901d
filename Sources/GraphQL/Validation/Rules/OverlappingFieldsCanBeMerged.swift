extension ValidationRule {
  /// Fields with the same response key can be merged — specification section 5.3.2.
  static let overlappingFieldsCanBeMerged = ValidationRule { context in
    let search = FieldConflictSearch(context: context)
    // Fields in an inline fragment are also fields of the selection set around it, where they were compared.
    var inner: Set<Int> = []
    return ValidationVisitor(
      enterSelectionSet: { set in
        if inner.remove(set.position.offset) != nil { return }
        for conflict in search.conflicts(within: set, on: context.type?.namedType) {
          context.report(
            "Fields \"\(conflict.responseKey)\" conflict because \(conflict.reason.message). "
              + "Use different aliases on the fields to fetch both if this was intentional.",
            at: conflict.positions)
        }
      },
      enterInlineFragment: { inner.insert($0.selectionSet.position.offset) })
  }
}
