import GraphQL

/// Goes through the schema, and makes an attack of all that takes an id.
struct AttackWalk {
  let schema: Schema
  /// A row of each type that the viewer sees: to start from.
  let own: [String: String]

  /// A field that can be asked for, and where it is.
  struct Place {
    let type: String
    let field: FieldType

    func named(_ argument: String) -> String { "\(type).\(field.name)(\(argument):)" }
  }

  /// The fields with arguments of the query type, and of what has an id.
  var places: [Place] {
    ([schema.queryType] + (schema.possibleTypes["Node"] ?? [])).flatMap { type in
      (schema.objectType(named: type)?.fields ?? FieldTable([])).filter { !$0.arguments.isEmpty }
        .map { Place(type: type, field: $0) }
    }
  }

  /// A document that asks for fields of a type, and its variables: null when the viewer has no such object.
  func document(
    _ fields: String, of type: String, variables: String
  ) -> (text: String, own: [String: String])? {
    if type == schema.queryType { return ("query(\(variables)) { \(fields) }", [:]) }
    guard let root = own[type] else { return nil }
    return ("query($root: ID!, \(variables)) { node(id: $root) { ... on \(type) { \(fields) } } }", ["root": root])
  }

  /// What tells whose an object is: its leaves, and those below what has no id.
  func selection(of typeName: String, depth: Int = 2) -> String {
    guard let fields = schema.types[typeName]?.fields else { return "" }
    let isNode = fields["id"] != nil
    let parts = fields.compactMap { field -> String? in
      guard !field.arguments.contains(where: \.isRequired) else { return nil }
      let type = field.type.namedType
      if schema.isLeaf(type) { return type == "DateTime" ? nil : field.name }
      return isNode || depth == 1 ? nil : "\(field.name) \(selection(of: type, depth: depth - 1))"
    }
    return "{ __typename \(parts.joined(separator: " ")) }"
  }

  /// Every argument that is an id.
  var lookups: [Attack] {
    places.flatMap { place in
      place.field.arguments.filter { $0.type.namedType == "ID" }.compactMap { argument -> Attack? in
        let hole = argument.type.itemType == nil ? "$hole" : "[$hole]"
        let field = "\(place.field.name)(\(argument.name): \(hole)) \(selection(of: place.field.type.namedType))"
        guard let document = document(field, of: place.type, variables: "$hole: ID!") else { return nil }
        return Attack(
          kind: .lookup, document: document.text, own: document.own, holes: ["hole": .anyID],
          covers: [place.named(argument.name)])
      }
    }
  }
}
