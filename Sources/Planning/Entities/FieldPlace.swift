import GraphQL
import SQL

/// The place of a resolver in the schema. The place supplies the details that the resolver does not declare.
struct FieldPlace {
  let schema: Schema
  let typeName: String
  let field: String

  /// Nil where the SDL has no such field.
  var definition: FieldType? { schema.field(field, of: typeName) }

  /// The column that shows the field: `due_date` of `dueDate`.
  var column: String { field.databaseName }

  /// About how many characters a value of the field has that is text.
  var characters: Int { definition?.type.namedType == "URL" ? 2_000 : 100 }

  /// The column in which rows refer to a row of this type: `attendance_record_id`. Nil where the SDL calls what they refer to
  /// by another name, such as `list: PackingList`.
  var parentKey: String? {
    let name = typeName.databaseName
    let references = definition.map { schema.references(of: $0.type.namedType, to: typeName) } ?? []
    guard references.isEmpty || references.contains(where: { $0.databaseName == name }) else { return nil }
    return "\(name)_id"
  }
}

extension Schema {
  /// The fields of an object type that are one object of another type.
  fileprivate func references(of typeName: String, to other: String) -> [String] {
    guard let fields = objectType(named: typeName)?.fields else { return [] }
    return fields.filter { $0.type.itemType == nil && $0.type.namedType == other }.map(\.name)
  }
}

extension SQLType {
  /// The type of a column that holds values of a leaf type of the SDL.
  ///
  /// Numbers with a fraction are `numeric`; enums and scalars that are strings with a form of their own are text.
  /// - Returns: nil for lists and for types that are no leaves.
  init?(storing type: TypeReference, in schema: Schema) {
    guard type.itemType == nil, schema.isLeaf(type.namedType) else { return nil }
    switch type.namedType {
    case "ID", "UUID": self = .uuid
    case "Int": self = .int4
    case "Float", "Decimal": self = .numeric
    case "Boolean": self = .bool
    case "DateTime": self = .timestamptz
    case "Date": self = .date
    case "Time": self = .time
    default: self = .text
    }
  }
}

extension String {
  /// The name that the database has for a name of the SDL: `points_awarded` for `pointsAwarded`.
  package var databaseName: String {
    var name = ""
    for character in self {
      if character.isUppercase, !name.isEmpty { name.append("_") }
      name += character.lowercased()
    }
    return name
  }
}
