extension Schema {
  /// The fields that a selection set on a type may select; nil if the type is not composite.
  func selectableFields(of typeName: String) -> SelectableFields? {
    guard let type = types[typeName], type.isComposite else { return nil }
    return SelectableFields(typeName: typeName, fields: type.fields, isQueryType: typeName == queryType)
  }

  /// A field that a selection set on a composite type may select: its own or a meta-field — specification
  /// section 4.
  func selectableField(_ name: String, of typeName: String) -> FieldType? { selectableFields(of: typeName)?[name] }

  fileprivate static let typenameField = FieldType(
    name: "__typename", description: "The name of the object type that this is.", arguments: [],
    type: .nonNull(.named("String")))

  fileprivate static let schemaField = FieldType(
    name: "__schema", description: "The schema of this service.", arguments: [],
    type: .nonNull(.named("__Schema")))

  fileprivate static let typeField = FieldType(
    name: "__type", description: "A type of this service, by name.",
    arguments: [InputValueType(name: "name", type: .nonNull(.named("String")))],
    type: .named("__Type"))

  /// The arguments of `__type`.
  static var typeFieldArguments: [InputValueType] { typeField.arguments }
}

/// The fields that a selection set on a composite type may select: its own and meta-fields — specification section 4.
struct SelectableFields {
  let typeName: String
  /// None for unions.
  fileprivate let fields: FieldTable?
  fileprivate let isQueryType: Bool

  subscript(name: String) -> FieldType? {
    if name.utf8.first == UInt8(ascii: "_") {
      switch name {
      case "__typename": return Schema.typenameField
      case "__schema" where isQueryType: return Schema.schemaField
      case "__type" where isQueryType: return Schema.typeField
      default: break
      }
    }
    return fields?[name]
  }
}
