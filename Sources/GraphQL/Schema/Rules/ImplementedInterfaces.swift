extension SchemaRule {
  /// A type implements interfaces only, each named once and none the type itself, and also names every interface that
  /// those implement — specification sections 3.6 and 3.7.
  static let implementedInterfaces = SchemaRule { draft, schema, report in
    /// Where an interface says that it implements another one.
    func there(_ transitive: String, _ interface: String) -> [SDLPlace] {
      let names = draft.type(named: interface)?.interfaces.filter { $0.node.value == transitive } ?? []
      return names.map { $0.place($0.node.position) }
    }
    for type in draft.types {
      let places = Dictionary(grouping: type.interfaces, by: \.node.value)
        .mapValues { names in names.map { $0.place($0.node.position) } }
      var seen: Set<String> = []
      for interface in type.interfaces.map(\.node.value) {
        let here = places[interface] ?? []
        guard case .interface(let definition) = schema.types[interface] else {
          report.report(
            "Type \(type.name) must only implement Interface types, it cannot implement \(interface).",
            at: here)
          continue
        }
        if interface == type.name {
          report.report(
            "Type \(type.name) cannot implement itself because it would create a circular reference.",
            at: here)
        }
        if !seen.insert(interface).inserted {
          report.report("Type \(type.name) can only implement \(interface) once.", at: here)
          continue
        }
        for transitive in definition.interfaces where places[transitive] == nil {
          report.report(
            transitive == type.name
              ? "Type \(type.name) cannot implement \(interface) "
                + "because it would create a circular reference."
              : "Type \(type.name) must implement \(transitive) "
                + "because it is implemented by \(interface).",
            at: there(transitive, interface) + here)
        }
      }
    }
  }
}
