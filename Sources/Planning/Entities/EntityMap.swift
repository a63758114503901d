package import GraphQL
import SQL

/// Every field of the SDL bound to its resolver, every type to its rows.
///
/// It cannot be made with a gap: a field without a resolver, a resolver without a field or a type that
/// does not fit stops the server at start, each with its coordinate.
package struct EntityMap<Viewer: ViewerContext>: Sendable {
  package let schema: Schema
  /// The access rule of `__schema` and `__type`.
  let introspection: Access<Viewer>
  /// The parts of filters and orders that decide the text of statements.
  let shapingTypes: ShapingTypes
  private let entities: [String: Entity<Viewer>]
  /// The answers to changes that violate constraints of the database.
  package let constraints: ConstraintRules
  /// The entities of mutations alone.
  let hidden: [String: Entity<Viewer>]
  /// By type name, then field name.
  private let resolvers: [String: [String: Resolver<Viewer>]]

  /// Merges the areas and checks them against the schema.
  /// - Parameters:
  ///   - characters: how many characters the texts may have that are much longer than a name or a title, by type and field.
  ///   - constraints: the answers to changes that violate constraints of the database.
  ///   - payloads: the access rules of the fields of payloads that no area writes; nil where areas write all.
  ///   - facets: the fields that types share with others, by type.
  /// - Throws: `EntityMapError` with everything that is wrong.
  package init(
    schema: Schema, areas: [Area<Viewer>], introspection: Access<Viewer>, characters: [String: [String: Int]] = [:],
    constraints: ConstraintRules = ConstraintRules(), payloads: PayloadRules<Viewer>? = nil,
    facets: [String: Facet] = [:]
  ) throws(EntityMapError) {
    var entities: [String: Entity<Viewer>] = [:]
    var hidden: [String: Entity<Viewer>] = [:]
    var resolvers: [String: [String: Resolver<Viewer>]] = [:]
    var problems: [String] = []

    func bind(_ resolver: Resolver<Viewer>, to field: String, on typeName: String) {
      let place = FieldPlace(schema: schema, typeName: typeName, field: field)
      if resolvers[typeName, default: [:]].updateValue(resolver.resolved(at: place), forKey: field) != nil {
        problems.append("\(typeName).\(field) has two resolvers")
      }
    }
    for area in areas {
      for entity in area.entities {
        if entities.updateValue(entity, forKey: entity.typeName) != nil {
          problems.append("\(entity.typeName) is bound to two entities")
        }
        let facet = facets[entity.typeName]
        if facet?.original != entity.shared?.typeName {
          let (declared, bound) = (facet?.original ?? "no type", entity.shared?.typeName ?? "no entity")
          problems.append("\(entity.typeName) is a facet of \(declared) in the SDL, and of \(bound)")
        }
        for (field, resolver) in entity.storedResolvers(in: schema, characters[entity.typeName] ?? [:], sharing: facet) {
          bind(resolver, to: field, on: entity.typeName)
        }
        for (field, resolver) in entity.resolvers { bind(resolver, to: field, on: entity.typeName) }
        for field in entity.cascades where !entity.stored.contains(where: { $0.value.contains(field) }) {
          problems.append("\(entity.typeName).\(field) cascades, but is not stored")
        }
      }
      for entity in area.hidden {
        if schema.types[entity.typeName] != nil || !entity.resolvers.isEmpty || !entity.stored.isEmpty {
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
    // Several mutations may have one payload.
    var followed: Set<String> = []
    for (typeName, field, derived) in payloads?.resolvers(schema, entities, resolvers) ?? [] {
      guard followed.insert("\(typeName).\(field)").inserted else { continue }
      guard let written = resolvers[typeName]?[field] else {
        resolvers[typeName, default: [:]][field] = derived
        continue
      }
      if written.isSamePayloadField(as: derived) {
        problems.append("\(typeName).\(field) has the resolver that follows from its type: leave it out")
      }
    }
    for (typeName, entity) in entities {
      guard case .keys = entity.origin else { continue }
      entities[typeName] = entity.leading(to: Self.tableTypes(schema.possibleTypes[typeName] ?? [], entities))
    }
    // In one order: `PageInfo` is part of every connection, and has the rule of the last one.
    for (typeName, fields) in resolvers.sorted(by: { $0.key < $1.key }) {
      for (field, resolver) in fields.sorted(by: { $0.key < $1.key }) {
        guard case .connection = resolver.kind, let definition = schema.field(field, of: typeName),
          let types = ConnectionTypes(of: definition.type.namedType, in: schema)
        else { continue }
        // They are reached through the connection alone.
        let part = Resolver(kind: .connectionPart, access: resolver.access)
        for place in types.parts { resolvers[place.typeName, default: [:]][place.field] = part }
      }
    }
    self.schema = schema
    self.introspection = introspection
    self.constraints = constraints
    shapingTypes = ShapingTypes(
      schema, arguments: schema.types.values.flatMap { $0.fields.map(Array.init) ?? [] }.flatMap(\.arguments))
    self.entities = entities
    self.hidden = hidden
    self.resolvers = resolvers

    problems += EntityMapCheck(schema: schema, entities: entities, resolvers: resolvers).problems()
    guard problems.isEmpty else { throw EntityMapError(problems: Set(problems).sorted()) }
  }

  /// Object types, and instead of those that share a table the interface of that.
  private static func tableTypes(_ typeNames: [String], _ entities: [String: Entity<Viewer>]) -> [String] {
    Set(
      typeNames.map { typeName in
        entities.values.first { entity in
          guard case .table = entity.origin else { return false }
          return entity.discriminator?.typeNames.values.contains(typeName) ?? false
        }?.typeName ?? typeName
      }
    ).sorted()
  }

  package func entity(_ typeName: String) -> Entity<Viewer>? { entities[typeName] }

  /// The table of a type of the schema, or of a hidden one.
  package func table(of typeName: String) -> String? { (entities[typeName] ?? hidden[typeName])?.table }

  /// The quotas of tables: types that share one, such as parents and students, share its quota.
  package var quotas: [String: Quota] {
    Dictionary((entities.values.map(\.self) + hidden.values).compactMap { entity in entity.quota.map { (entity.table, $0) } }) {
      first, _ in first
    }
  }

  /// The columns that statements name, by table: a misspelled one is found by comparing them with the database's.
  package var namedColumns: [String: Set<String>] {
    var columns: [String: Set<String>] = [:]
    for entity in entities.values.map({ $0 }) + hidden.values where !entity.namedColumns.isEmpty {
      columns[entity.table, default: []].formUnion(entity.namedColumns)
    }
    return columns
  }

  /// The column that holds a field's value, or the key of its object; nil where no column of the row does.
  package func column(of field: String, on typeName: String) -> String? { resolver(of: field, on: typeName)?.column }

  /// The table and the columns that tie the objects of a list to the one that has it; nil where their own rows do.
  package func link(of field: String, on typeName: String) -> (table: String, parentKey: String, childKey: String)? {
    guard case .relation(.toMany(let list))? = resolver(of: field, on: typeName)?.kind, let junction = list.junction else {
      return nil
    }
    return (junction.entity.table, junction.parentKey, junction.childKey)
  }

  /// The fields that read rows of a type as those of another scope, in the order of their names, and the entities as which they do:
  /// the picture of a student as its school sees it.
  package func readings(of typeName: String) -> [(coordinate: String, entity: Entity<Viewer>)] {
    resolvers.sorted { $0.key < $1.key }.flatMap { owner, fields in
      fields.sorted { $0.key < $1.key }.compactMap { field, resolver in
        guard let entity = resolver.target, entity.typeName == typeName else { return nil }
        return ("\(owner).\(field)", entity)
      }
    }
  }

  func resolver(of field: String, on typeName: String) -> Resolver<Viewer>? {
    resolvers[typeName]?[field]
  }

  /// The field of the mutation type with this name.
  func mutation(_ name: String) -> Mutation<Viewer>? {
    guard let type = schema.mutationType, case .mutation(let mutation)? = resolver(of: name, on: type)?.kind else {
      return nil
    }
    return mutation
  }

  /// Whether an operation is a mutation whose fields all viewers may ask for, with a session or without: signing in,
  /// say. Fields that `@skip` and `@include` leave out count as well.
  package func needsNoSession(_ operation: Operation) -> Bool {
    guard operation.definition.operation == .mutation, let type = schema.mutationType else { return false }
    let names = operation.rootFieldNames.subtracting(["__typename"])
    return !names.isEmpty
      && names.allSatisfy { name in
        guard let access = resolver(of: name, on: type)?.access else { return false }
        return Viewer.PlanClass.allCases.allSatisfy { if case .allowed = access.decide($0) { true } else { false } }
      }
  }

  /// The path from the listed objects of a type that a value of an order's enum names.
  func orderPath(_ value: String, of typeName: String) -> OrderPath {
    // The check at start has seen that there is one.
    OrderPath.all(named: value, of: typeName, in: schema, resolvers)[0]
  }

  /// The field that shows a column, and its type; of an interface, the one that all its object types share.
  func field(ofColumn column: SQL, in row: EntityRow<Viewer>) -> (name: String, type: SQLType)? {
    let typeName = row.variants.first?.entity.typeName ?? row.entity.typeName
    for (name, resolver) in (resolvers[typeName] ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard case .value(let type, let expression) = resolver.kind,
        expression(row.reference, .none(for: Viewer.self)) == column
      else { continue }
      return (name, type)
    }
    return nil
  }
}

/// The errors in the binding of the SDL, one line each.
package struct EntityMapError: Error, CustomStringConvertible {
  package let problems: [String]

  package init(problems: [String]) { self.problems = problems }

  package var description: String {
    "the schema and its resolvers do not fit:\n" + problems.map { "  - \($0)" }.joined(separator: "\n")
  }
}
