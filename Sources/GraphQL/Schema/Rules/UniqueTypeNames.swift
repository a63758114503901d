extension SchemaRule {
  /// Type names are unique, and those of built-in types are taken — specification section 3.3.
  static let uniqueTypeNames = SchemaRule { draft, _, report in
    for type in draft.types {
      let definitions = type.parts.filter { !$0.node.isExtension }
      guard definitions.count > 1 else { continue }
      let places = definitions.map { $0.place($0.node.name.position) }
      if BuiltInTypes.contains(type: type.name) {
        report.report(
          "Type \"\(type.name)\" already exists in the schema. "
            + "It cannot also be defined in this type definition.",
          at: places.filter { !draft.isBuiltIn(source: $0.source) })
      } else {
        for place in places.dropFirst() {
          report.report("There can be only one type named \"\(type.name)\".", at: [places[0], place])
        }
      }
    }
  }
}
