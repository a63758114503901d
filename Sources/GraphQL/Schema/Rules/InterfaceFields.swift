extension SchemaRule {
  /// A type has the fields of its interfaces: with the same or a narrower type, the same arguments, no further
  /// required ones, and deprecated only where the interface's are — `IsValidImplementation` of specification section 3.6.
  static let interfaceFields = SchemaRule { draft, schema, report in
    for type in draft.types {
      for name in Set(type.interfaces.map(\.node.value)).sorted() where name != type.name {
        guard case .interface(let interface) = schema.types[name] else { continue }
        for expected in interface.fields {
          let coordinate = "\(name).\(expected.name)"
          guard let field = type.fields.first(where: { $0.node.name.value == expected.name }) else {
            report.report(
              "Interface field \(coordinate) expected but \(type.name) does not provide it.",
              at: type.places)
            continue
          }
          let own = FieldType(field.node)
          if !schema.isSubtype(own.type, of: expected.type) {
            report.report(
              "Interface field \(coordinate) expects type \(expected.type) "
                + "but \(type.name).\(expected.name) is type \(own.type).",
              at: field.place(field.node.type.position))
          }
          let place = field.place(field.node.name.position)
          for message in argumentConflicts(of: own, in: type.name, with: expected, in: name) {
            report.report(message, at: place)
          }
          let deprecation = field.node.directives.first { $0.name.value == "deprecated" }
          if let deprecation, expected.deprecationReason == nil {
            report.report(
              "Interface field \(coordinate) is not deprecated, so implementation field "
                + "\(type.name).\(expected.name) must not be deprecated.",
              at: [field.place(deprecation.position), field.place(field.node.type.position)])
          }
        }
      }
    }
  }

  private static func argumentConflicts(
    of field: FieldType, in type: String, with expected: FieldType, in interface: String
  ) -> [String] {
    var messages: [String] = []
    for argument in expected.arguments {
      let coordinate = "\(interface).\(field.name)(\(argument.name):)"
      guard let own = field.arguments.first(where: { $0.name == argument.name }) else {
        messages.append(
          "Interface field argument \(coordinate) expected but \(type).\(field.name) does not provide it.")
        continue
      }
      if own.type != argument.type {
        messages.append(
          "Interface field argument \(coordinate) expects type \(argument.type) "
            + "but \(type).\(field.name)(\(argument.name):) is type \(own.type).")
      }
    }
    for own in field.arguments where own.isRequired {
      if !expected.arguments.contains(where: { $0.name == own.name }) {
        messages.append(
          "Object field \(type).\(field.name) includes required argument \(own.name) that is missing "
            + "from the Interface field \(interface).\(field.name).")
      }
    }
    return messages
  }
}
