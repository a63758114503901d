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

  /// The selection that identifies the owner of an object: its leaves, and those below objects without ids.
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

  /// Every argument that is an id, or has objects with one.
  var lookups: [Attack] {
    places.flatMap { place in
      place.field.arguments.flatMap { argument in
        holes(in: argument).compactMap { hole -> Attack? in
          let others = place.field.arguments.filter { $0.isRequired && $0.name != argument.name }
            .map { "\($0.name): \(ownValue(of: $0)), " }
          let arguments = "\(others.joined())\(argument.name): \(hole.value)"
          let field = "\(place.field.name)(\(arguments)) \(selection(of: place.field.type.namedType))"
          guard let document = document(field, of: place.type, variables: "$hole: ID!") else { return nil }
          return Attack(
            kind: .lookup, document: document.text, own: document.own, holes: ["hole": .anyID],
            covers: [hole.place ?? place.named(argument.name)])
        }
      }
    }
  }

  /// The values of an argument that name an object, with the field that does if it is not the argument itself.
  private func holes(in argument: InputValueType) -> [(value: String, place: String?)] {
    let isList = argument.type.itemType != nil
    if argument.type.namedType == "ID" { return [(isList ? "[$hole]" : "$hole", nil)] }
    guard let input = schema.inputObjectType(named: argument.type.namedType), !input.isFilter else { return [] }
    return input.fields.filter { $0.type.namedType == "ID" }.map { field in
      let others = input.fields.filter { $0.isRequired && $0.name != field.name }
        .map { ", \($0.name): \(schema.literal(of: $0.type))" }
      let object = "{\(field.name): $hole\(others.joined())}"
      return (isList ? "[\(object)]" : object, "\(input.name).\(field.name)")
    }
  }

  /// A value that is the viewer's own where it names an object: its student for `studentId`.
  private func ownValue(of argument: InputValueType) -> String {
    let type = argument.name.prefix(1).uppercased() + argument.name.dropFirst().dropLast(2)
    return own[type].map { "\"\($0)\"" } ?? schema.literal(of: argument.type)
  }
}
