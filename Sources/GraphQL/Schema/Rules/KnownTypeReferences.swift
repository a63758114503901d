extension SchemaRule {
  /// Every type that is referred to is defined — specification section 3.3.
  static let knownTypeReferences = SchemaRule { draft, _, report in
    var references: [Located<Name>] = draft.schemaParts.flatMap { part in
      part.node.operationTypes.map { Located(node: $0.type, source: part.source) }
    }
    for type in draft.types {
      references += type.interfaces + type.members
      references += type.fields.map { Located(node: $0.node.type.name, source: $0.source) }
    }
    references += draft.inputValues.map { Located(node: $0.value.node.type.name, source: $0.value.source) }
    // Extensions define nothing.
    let names = draft.types.filter { !$0.parts[0].node.isExtension }.map(\.name)
    let known = Set(names)
    for reference in references where !known.contains(reference.node.value) {
      report.report(
        "Unknown type \"\(reference.node.value)\"." + didYouMean(similar(to: reference.node.value, in: names)),
        at: reference.place(reference.node.position))
    }
  }
}
