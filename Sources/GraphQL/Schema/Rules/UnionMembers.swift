extension SchemaRule {
  /// The members of a union are object types, each named once — specification section 3.8.
  static let unionMembers = SchemaRule { draft, schema, report in
    for type in draft.types {
      for member in type.members where schema.objectType(named: member.node.value) == nil {
        report.report(
          "Union type \(type.name) can only include Object types, it cannot include \(member.node.value).",
          at: member.place(member.node.position))
      }
      let places = Dictionary(grouping: type.members, by: \.node.value)
        .mapValues { members in members.map { $0.place($0.node.position) } }
      var seen: Set<String> = []
      for name in type.members.map(\.node.value) where schema.objectType(named: name) != nil {
        if seen.insert(name).inserted { continue }
        report.report(
          "Union type \(type.name) can only include type \(name) once.", at: places[name] ?? [])
      }
    }
  }
}
