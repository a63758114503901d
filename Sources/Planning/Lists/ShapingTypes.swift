import GraphQL

/// The input types whose values have a say in the text of statements, and not only in their binds: those of the
/// arguments `where` and `orderBy`.
struct ShapingTypes: Sendable {
  /// The fields of each input object.
  private(set) var fields: [String: [String: TypeReference]] = [:]
  /// The enums that say what is ordered by, and how.
  private(set) var enums: Set<String> = []

  init(_ schema: Schema, arguments: [InputValueType]) {
    for argument in arguments where argument.name == "where" || argument.name == "orderBy" {
      add(argument.type.namedType, schema, ordersBy: argument.name == "orderBy")
    }
  }

  private mutating func add(_ typeName: String, _ schema: Schema, ordersBy: Bool) {
    switch schema.types[typeName] {
    case .enum where ordersBy: enums.insert(typeName)
    case .inputObject(let type) where fields[typeName] == nil:
      fields[typeName] = Dictionary(type.fields.map { ($0.name, $0.type) }) { first, _ in first }
      for field in type.fields { add(field.type.namedType, schema, ordersBy: ordersBy) }
    default: break
    }
  }

  func shapes(_ typeName: String) -> Bool { fields[typeName] != nil || enums.contains(typeName) }
}
