import GraphQL
import SQL

extension EntityMapCheck {
  /// The types that connections are made of: objects without rows of their own.
  static func connectionTypes(
    _ schema: Schema, _ resolvers: [String: [String: Resolver<Viewer>]]
  ) -> Set<String> {
    var types: Set<String> = []
    for (typeName, fields) in resolvers {
      for (name, resolver) in fields {
        guard case .connection = resolver.kind, let field = schema.field(name, of: typeName),
          let parts = ConnectionTypes(of: field.type.namedType, in: schema)
        else { continue }
        types.formUnion(parts.parts.map(\.typeName))
      }
    }
    return types
  }

  func connectionProblems(_ field: FieldType, _ coordinate: String, access: Access<Viewer>) -> [String] {
    guard field.type.itemType == nil, let types = ConnectionTypes(of: field.type.namedType, in: schema) else {
      return ["\(coordinate) is \(field.type), which is no connection"]
    }
    guard let entity = entities[types.node], entity.discriminator == nil else {
      return ["\(coordinate) connects \(types.node), which is bound to no entity of one type"]
    }
    var problems = types.parts.compactMap { part -> String? in
      let type = schema.field(part.field, of: part.typeName)?.type
      guard let type, type.description != part.type else { return nil }
      return "\(part.typeName).\(part.field) is \(type), but \(part.type) in a connection"
    }
    for (name, type) in [("first", "Int"), ("after", "String"), ("last", "Int"), ("before", "String")] {
      let argument = field.arguments.first { $0.name == name }
      if argument?.type != .named(type) || argument?.defaultValue != nil {
        problems.append("\(coordinate) is a connection without an argument \(name): \(type) that has no default")
      }
    }
    if let shared = resolvers[types.connection]?["edges"]?.access.name, shared != access.name {
      problems.append("\(coordinate) has the rule \(access.name), but other connections of its type \(shared)")
    }
    for column in entity.order.map(\.column) + [entity.key] where !hasCursorField(for: column, on: entity) {
      problems.append("\(coordinate) is ordered by \(entity.table).\(column), which no field shows that all may see")
    }
    return problems + listArgumentProblems(field, coordinate, of: types.node)
  }

  /// Whether a field shows a column, so that a cursor may hold its values.
  private func hasCursorField(for column: String, on entity: Entity<Viewer>) -> Bool {
    let row = RowReference<Viewer>(planned: entity.table)
    return (resolvers[entity.typeName] ?? [:]).values.contains { resolver in
      guard case .value(let type, let expression) = resolver.kind, !resolver.access.isRefusable else { return false }
      return CursorText.canWrite(type) && expression(row, .none(for: Viewer.self)) == row[column]
    }
  }
}
