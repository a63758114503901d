import GraphQL

/// Goes through the schema, and makes a query of every field that can be read.
struct ReadingWalk {
  let schema: Schema
  /// A row of each type that the viewer sees, to start from as well.
  let own: [String: String]

  struct Reading {
    /// `Course.assignmentsSummary`
    let place: String
    let document: String
  }

  /// Every field of every type: on the way from the query type, and of the viewer's own row of the type, by its id.
  var readings: [Reading] {
    let ways = Way.all(in: schema)
    return schema.typeNames.flatMap { typeName -> [Reading] in
      guard let type = schema.objectType(named: typeName), !typeName.hasPrefix("__") else { return [] }
      return type.fields.flatMap { field -> [Reading] in
        let place = "\(typeName).\(field.name)"
        let asked = "__typename \(self.field(field))"
        let byWay = ways[typeName].map { Reading(place: place, document: $0.query(asked)) }
        let byID = own[typeName].map {
          Reading(place: place, document: "{ node(id: \"\($0)\") { ... on \(typeName) { \(asked) } } }")
        }
        return [byWay, byID].compactMap(\.self)
      }
    }
  }

  /// The fields that only the answer to a change has.
  var placesOfChanges: Set<String> {
    let ways = Way.all(in: schema)
    return Set(
      schema.typeNames.flatMap { typeName -> [String] in
        guard let type = schema.objectType(named: typeName), !typeName.hasPrefix("__"), ways[typeName] == nil else {
          return []
        }
        return type.fields.map { "\(typeName).\($0.name)" }
      })
  }

  private func field(_ field: FieldType) -> String {
    let given = field.arguments.compactMap { argument -> String? in
      if argument.type.namedType == "ID", argument.isRequired { return "\(argument.name): \(id(for: field, argument))" }
      if argument.name == "first" { return "first: 3" }
      return argument.isRequired ? "\(argument.name): \(schema.literal(of: argument.type))" : nil
    }
    let arguments = given.isEmpty ? "" : "(\(given.joined(separator: ", ")))"
    return "\(field.name)\(arguments)\(selection(of: field.type.namedType, depth: 4))"
  }

  /// The viewer's own row, which another family has under the same id.
  private func id(for field: FieldType, _ argument: InputValueType) -> String {
    let all = own.sorted { $0.key < $1.key }.map { "\"\($0.value)\"" }
    if argument.type.itemType != nil { return "[\(all.joined(separator: ", "))]" }
    return own[field.type.namedType].map { "\"\($0)\"" } ?? all.first ?? schema.literal(of: argument.type)
  }

  /// All leaves, and those below what has no id of its own; of rows that have one, one level.
  private func selection(of typeName: String, depth: Int, isBelowNode: Bool = false) -> String {
    if schema.isLeaf(typeName) { return "" }
    guard let fields = schema.types[typeName]?.fields else {
      let parts = (schema.possibleTypes[typeName] ?? []).filter { schema.objectType(named: $0)?.fields["id"] != nil }
        .map { "... on \($0) { idOf\($0): id }" }
      return " { __typename \(parts.joined(separator: " ")) }"
    }
    let isNode = fields["id"] != nil
    let parts = fields.compactMap { field -> String? in
      guard !field.arguments.contains(where: \.isRequired) else { return nil }
      if schema.isLeaf(field.type.namedType) { return field.name }
      guard depth > 1, !isBelowNode, !field.arguments.contains(where: { $0.name == "first" }) else { return nil }
      return "\(field.name)\(selection(of: field.type.namedType, depth: depth - 1, isBelowNode: isNode))"
    }
    return " { __typename \(parts.joined(separator: " ")) }"
  }
}
