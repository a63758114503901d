extension SchemaRule {
  /// Names that begin with `__` belong to introspection — specification section 2.1.9.
  static let reservedNames = SchemaRule { draft, _, report in
    var names: [Located<Name>] = []
    for type in draft.types {
      names.append(Located(node: type.parts[0].node.name, source: type.parts[0].source))
      names += type.fields.map { Located(node: $0.node.name, source: $0.source) }
      names += type.values.map { Located(node: $0.node.name, source: $0.source) }
    }
    names += draft.directives.map { Located(node: $0.node.name, source: $0.source) }
    names += draft.inputValues.map { Located(node: $0.value.node.name, source: $0.value.source) }
    for name in names where name.node.value.hasPrefix("__") && !draft.isBuiltIn(source: name.source) {
      report.report(
        "Name \"\(name.node.value)\" must not begin with \"__\", which is reserved by GraphQL introspection.",
        at: name.place(name.node.position))
    }
  }
}
