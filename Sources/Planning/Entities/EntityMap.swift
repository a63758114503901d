package import GraphQL

/// Every field of the SDL bound to its resolver, every type to its rows.
///
/// It cannot be made with a gap: a field without a resolver, a resolver without a field or a type that
/// does not fit stops the server at start, each with its coordinate.
package struct EntityMap<Viewer: ViewerContext>: Sendable {
  package let schema: Schema
  /// The access rule of `__schema` and `__type`.
  let introspection: Access<Viewer>
  private let entities: [String: Entity<Viewer>]
  private let hidden: [String: Entity<Viewer>]
  /// By type name, then field name.
  private let resolvers: [String: [String: Resolver<Viewer>]]

  /// Merges the areas and checks them against the schema.
  /// - Throws: `EntityMapError` with everything that is wrong.
  package init(
    schema: Schema, areas: [Area<Viewer>], introspection: Access<Viewer>
  ) throws(EntityMapError) {
    var entities: [String: Entity<Viewer>] = [:]
    var hidden: [String: Entity<Viewer>] = [:]
    var resolvers: [String: [String: Resolver<Viewer>]] = [:]
    var problems: [String] = []

    func bind(_ resolver: Resolver<Viewer>, to field: String, on typeName: String) {
      if resolvers[typeName, default: [:]].updateValue(resolver, forKey: field) != nil {
        problems.append("\(typeName).\(field) has two resolvers")
      }
    }
    for area in areas {
      for entity in area.entities {
        if entities.updateValue(entity, forKey: entity.typeName) != nil {
          problems.append("\(entity.typeName) is bound to two entities")
        }
        for (field, resolver) in entity.resolvers { bind(resolver, to: field, on: entity.typeName) }
      }
      for entity in area.hidden {
        if schema.types[entity.typeName] != nil || !entity.resolvers.isEmpty {
          problems.append("\(entity.typeName) is hidden, but a type of the schema")
        }
        if hidden.updateValue(entity, forKey: entity.typeName) != nil {
          problems.append("\(entity.typeName) is bound to two hidden entities")
        }
      }
      for (coordinate, resolver) in area.resolvers {
        guard case .member(let field, let type)? = try? SchemaCoordinate(parsing: Source(coordinate)) else {
          problems.append("\"\(coordinate)\" is not a coordinate of the form Type.field")
          continue
        }
        bind(resolver, to: field.value, on: type.value)
      }
    }
    self.schema = schema
    self.introspection = introspection
    self.entities = entities
    self.hidden = hidden
    self.resolvers = resolvers

    problems += EntityMapCheck(schema: schema, entities: entities, resolvers: resolvers).problems()
    guard problems.isEmpty else { throw EntityMapError(problems: problems.sorted()) }
  }

  package func entity(_ typeName: String) -> Entity<Viewer>? { entities[typeName] }

  /// The entity of a mutation's rows, also of those that no object of the schema shows.
  func changeableEntity(_ typeName: String) -> Entity<Viewer>? { entities[typeName] ?? hidden[typeName] }

  func resolver(of field: String, on typeName: String) -> Resolver<Viewer>? {
    resolvers[typeName]?[field]
  }
}

/// What is wrong with the binding of the SDL, one line each.
package struct EntityMapError: Error, CustomStringConvertible {
  package let problems: [String]

  package var description: String {
    "the schema and its resolvers do not fit:\n" + problems.map { "  - \($0)" }.joined(separator: "\n")
  }
}
