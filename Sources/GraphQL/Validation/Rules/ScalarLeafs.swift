extension ValidationRule {
  /// Fields of scalar and enum types have no selection set, all others have one — specification
  /// section 5.3.3.
  static let scalarLeafs = ValidationRule { context in
    ValidationVisitor(enterField: { field in
      guard let type = context.type else { return }
      let name = field.name.value
      if context.schema.isLeaf(type.namedType) {
        if let selectionSet = field.selectionSet {
          context.report(
            "Field \"\(name)\" must not have a selection since type \"\(type)\" has no subfields.",
            at: selectionSet.position)
        }
      } else if field.selectionSet == nil {
        context.report(
          "Field \"\(name)\" of type \"\(type)\" must have a selection of subfields."
            + (context.suggests ? " Did you mean \"\(name) { ... }\"?" : "")
            + (context.advice?.selection(of: name, type: type.namedType) ?? ""),
          at: field.position)
      }
    })
  }
}
