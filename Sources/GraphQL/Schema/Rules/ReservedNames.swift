extension SchemaRule {
  /// Names that begin with `__` belong to introspection — specification section 2.1.9.
  static let reservedNames = SchemaRule { draft, _, report in
    var names: [(name: String, place: SDLPlace)] = []
    for type in draft.types {
      names.append((type.name, type.places[0]))
      names += type.fields.map { ($0.node.name.value, $0.place($0.node.position)) }
      names += type.values.map { ($0.node.name.value, $0.place($0.node.position)) }
    }
    names += draft.directives.map { ($0.node.name.value, $0.place($0.node.position)) }
    names += draft.inputValues.map { ($0.value.node.name.value, $0.value.place($0.value.node.position)) }
    for (name, place) in names where name.hasPrefix("__") && !draft.isBuiltIn(source: place.source) {
      report.report(
        "Name \"\(name)\" must not begin with \"__\", which is reserved by GraphQL introspection.", at: place)
    }
  }
}
