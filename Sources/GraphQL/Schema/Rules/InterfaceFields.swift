extension SchemaRule {
  /// A type has the fields of its interfaces: with the same or a narrower type, the same arguments, no further
  /// required ones, and deprecated only if the interface's field is — `IsValidImplementation` of specification
  /// section 3.6.
  static let interfaceFields = SchemaRule { draft, schema, report in
    for type in draft.types {
      for name in Set(type.interfaces.map(\.node.value)).sorted() {
        guard case .interface = schema.types[name], let interface = draft.type(named: name) else { continue }
        for expected in interface.fields {
          guard let own = type.fields.first(where: { $0.node.name.value == expected.node.name.value }) else {
            report.report(
              "Interface field \(name).\(expected.node.name.value) expected "
                + "but \(type.name) does not provide it.",
              at: [expected.place(expected.node.position)] + type.places)
            continue
          }
          InterfaceField(interface: name, expected: expected, type: type.name, own: own)
            .check(in: schema, &report)
        }
      }
    }
  }
}

/// A field of an interface, and the one that implements it.
private struct InterfaceField {
  var interface: String
  var expected: Located<FieldDefinition>
  var type: String
  var own: Located<FieldDefinition>

  private var expectedName: String { "\(interface).\(expected.node.name.value)" }
  private var ownName: String { "\(type).\(own.node.name.value)" }

  func check(in schema: Schema, _ report: inout SchemaReport) {
    let (ownType, expectedType) = (TypeReference(own.node.type), TypeReference(expected.node.type))
    if !schema.isSubtype(ownType, of: expectedType) {
      report.report(
        "Interface field \(expectedName) expects type \(expectedType) but \(ownName) is type \(ownType).",
        at: [expected.place(expected.node.type.position), own.place(own.node.type.position)])
    }
    for argument in expected.node.arguments { check(argument, &report) }
    for argument in own.node.arguments where InputValueType(argument).isRequired {
      let name = argument.name.value
      if expected.node.arguments.contains(where: { $0.name.value == name }) { continue }
      report.report(
        "Argument \"\(ownName)(\(name):)\" must not be required type \"\(TypeReference(argument.type))\" "
          + "if not provided by the Interface field \"\(expectedName)\".",
        at: [own.place(argument.position), expected.place(expected.node.position)])
    }
    let deprecations = own.node.directives.deprecations
    if !deprecations.isEmpty && expected.node.directives.deprecations.isEmpty {
      report.report(
        "Interface field \(expectedName) is not deprecated, "
          + "so implementation field \(ownName) must not be deprecated.",
        at: (deprecations + [own.node.type.position]).map(own.place))
    }
  }

  private func check(_ argument: InputValueDefinition, _ report: inout SchemaReport) {
    let name = argument.name.value
    guard let given = own.node.arguments.first(where: { $0.name.value == name }) else {
      return report.report(
        "Interface field argument \(expectedName)(\(name):) expected but \(ownName) does not provide it.",
        at: [expected.place(argument.position), own.place(own.node.position)])
    }
    let (ownType, expectedType) = (TypeReference(given.type), TypeReference(argument.type))
    if ownType != expectedType {
      report.report(
        "Interface field argument \(expectedName)(\(name):) expects type \(expectedType) "
          + "but \(ownName)(\(name):) is type \(ownType).",
        at: [expected.place(argument.type.position), own.place(given.type.position)])
    }
  }
}
