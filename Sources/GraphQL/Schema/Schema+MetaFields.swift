extension Schema {
  /// A field that a selection set on a composite type may select: its own or a meta-field — specification
  /// section 4.
  func selectableField(_ name: String, of typeName: String) -> FieldType? {
    switch name {
    case "__typename" where isComposite(typeName): Schema.typenameField
    case "__schema" where typeName == queryType: Schema.schemaField
    case "__type" where typeName == queryType: Schema.typeField
    default: field(name, of: typeName)
    }
  }

  private static let typenameField = FieldType(
    name: "__typename", description: "The name of the object type that this is.", arguments: [],
    type: .nonNull(.named("String")))

  private static let schemaField = FieldType(
    name: "__schema", description: "The schema of this service.", arguments: [],
    type: .nonNull(.named("__Schema")))

  private static let typeField = FieldType(
    name: "__type", description: "A type of this service, by name.",
    arguments: [InputValueType(name: "name", type: .nonNull(.named("String")))],
    type: .named("__Type"))

  /// The arguments of `__type`.
  static var typeFieldArguments: [InputValueType] { typeField.arguments }
}
