import GraphQL
import SQL

/// The refusals of an entity map: what must hold between the SDL and its resolvers.
struct EntityMapCheck<Viewer: ViewerContext> {
  let schema: Schema
  let entities: [String: Entity<Viewer>]
  let resolvers: [String: [String: Resolver<Viewer>]]

  /// The types of connections, summaries and their parts: objects without rows of their own.
  private let rowlessTypes: Set<String>
  /// The types of what fields of the mutation type give, and of their parts: objects without a row of their own.
  let payloadTypes: Set<String>
  /// The types of summaries and of their groups, with what each of them is over.
  let summaryTypes: [String: Set<Summarized>]

  init(
    schema: Schema, entities: [String: Entity<Viewer>], resolvers: [String: [String: Resolver<Viewer>]]
  ) {
    self.schema = schema
    self.entities = entities
    self.resolvers = resolvers
    payloadTypes = Self.payloadTypes(schema, entities, resolvers)
    summaryTypes = Self.summaryTypes(schema, resolvers)
    rowlessTypes = Self.connectionTypes(schema, resolvers).union(summaryTypes.keys)
  }

  var rootTypes: [String] {
    [schema.queryType, schema.mutationType, schema.subscriptionType].compactMap { $0 }
  }

  private static func payloadTypes(
    _ schema: Schema, _ entities: [String: Entity<Viewer>], _ resolvers: [String: [String: Resolver<Viewer>]]
  ) -> Set<String> {
    guard let typeName = schema.mutationType else { return [] }
    var found: Set<String> = []
    var open = resolvers[typeName, default: [:]].keys.compactMap { schema.field($0, of: typeName)?.type.namedType }
    while let next = open.popLast() {
      guard entities[next] == nil, found.insert(next).inserted else { continue }
      for (field, resolver) in resolvers[next, default: [:]] {
        if case .payload(.part) = resolver.kind, let type = schema.field(field, of: next)?.type.namedType { open.append(type) }
      }
    }
    return found
  }

  func hasRows(_ typeName: String) -> Bool {
    !rootTypes.contains(typeName) && !payloadTypes.contains(typeName) && !rowlessTypes.contains(typeName)
  }

  func problems() -> [String] {
    unboundFields() + unknownFields() + differingQuotas() + entities.values.flatMap(problems(of:))
      + resolvers.flatMap { typeName, fields in
        fields.flatMap { field, resolver in problems(of: resolver, field, on: typeName) }
      }
  }

  /// A table has one quota, whichever type names it.
  private func differingQuotas() -> [String] {
    Dictionary(grouping: entities.values.filter { $0.quota != nil }, by: \.table)
      .filter { Set($0.value.compactMap(\.quota)).count > 1 }
      .map { "\($0.value.map(\.typeName).sorted().joined(separator: " and ")) have different quotas of one table" }
  }

  /// Every field of every object type has a resolver.
  private func unboundFields() -> [String] {
    schema.typeNames.filter { !$0.hasPrefix("__") }.flatMap { typeName -> [String] in
      guard case .object(let type)? = schema.types[typeName] else { return [] }
      let gaps = type.fields.filter { resolvers[typeName]?[$0.name] == nil }
        .map { "\(typeName).\($0.name) has no resolver" }
      if entities[typeName] == nil && hasRows(typeName) {
        return gaps + ["\(typeName) is bound to no entity"]
      }
      return gaps
    }
  }

  /// Every resolver has a field of an object type: on an interface it would decide nothing.
  private func unknownFields() -> [String] {
    resolvers.flatMap { typeName, fields in
      fields.keys.filter { schema.objectType(named: typeName)?.fields[$0] == nil }
        .map { "\(typeName).\($0) has a resolver, but the SDL has no such field of an object type" }
    }
  }

  private func problems(of entity: Entity<Viewer>) -> [String] {
    if case .union(let parts) = entity.origin { return problems(ofUnion: entity, parts) }
    if case .keys = entity.origin { return problems(ofKeys: entity) }
    switch (schema.types[entity.typeName], entity.discriminator) {
    case (.object, nil): return []
    case (.interface, let discriminator?), (.union, let discriminator?):
      let possible = Set(schema.possibleTypes[entity.typeName] ?? [])
      let named = Set(discriminator.typeNames.values)
      guard possible == named else {
        return ["\(entity.typeName) tells apart \(named.sorted()), but can be \(possible.sorted())"]
      }
      return named.sorted().filter { name in
        entities[name]?.table != entity.table || entities[name]?.scope.isSame(as: entity.scope) != true
      }.map { "\(entity.typeName) and \($0) do not share a table and its scope" }
    default:
      return ["\(entity.typeName) is an entity, but the SDL has no type of that kind"]
    }
  }

  /// Each possible type is a part once, has a table and the same scope, and the same columns as the others.
  private func problems(ofUnion entity: Entity<Viewer>, _ parts: [Entity<Viewer>.Part]) -> [String] {
    let possible = (schema.possibleTypes[entity.typeName] ?? []).sorted()
    let named = parts.map(\.typeName).sorted()
    guard possible == named else { return ["\(entity.typeName) has the parts \(named), but can be \(possible)"] }
    return parts.compactMap { part in
      guard let target = entities[part.typeName], case .table = target.origin, target.keyType == entity.keyType,
        target.scope.isSame(as: entity.scope)
      else { return "\(entity.typeName) has the part \(part.typeName), which has no table of its scope" }
      if part.columns.map(\.name) == parts[0].columns.map(\.name) { return nil }
      return "\(entity.typeName) has other columns of \(part.typeName) than of \(parts[0].typeName)"
    }
  }

  /// Each possible type is of one that the rows name, which has a table and the same scope.
  private func problems(ofKeys entity: Entity<Viewer>) -> [String] {
    let named = entity.discriminator.map { $0.typeNames.values.sorted() } ?? []
    let possible = (schema.possibleTypes[entity.typeName] ?? []).sorted()
    let leadsTo = named.flatMap { schema.possibleTypes[$0] ?? [$0] }.sorted()
    guard possible == leadsTo else { return ["\(entity.typeName) leads to \(leadsTo), but can be \(possible)"] }
    return named.compactMap { name in
      guard let target = entities[name], case .table = target.origin, target.keyType == entity.keyType,
        target.scope.isSame(as: entity.scope)
      else { return "\(entity.typeName) leads to \(name), which has no table of its scope" }
      return nil
    }
  }

  /// A viewer without access to a connection reaches none of its parts, which have its rule.
  private func isConnectionPart(_ resolver: Resolver<Viewer>) -> Bool {
    if case .connectionPart = resolver.kind { true } else { false }
  }

  private func problems(of resolver: Resolver<Viewer>, _ name: String, on typeName: String) -> [String] {
    guard let field = schema.field(name, of: typeName) else { return [] }
    let coordinate = "\(typeName).\(name)"
    var problems: [String] = []
    if resolver.access.isRefusable && field.type.isNonNull && !isConnectionPart(resolver) {
      problems.append("\(coordinate) may be refused by \(resolver.access.name), but is non-null")
    }
    if resolver.access.dependsOnRow && !hasRows(typeName) {
      problems.append("\(coordinate) has no row that \(resolver.access.name) could look at")
    }
    if resolver.access.refusal == .null && resolver.access.dependsOnRow && !resolver.isHideable {
      problems.append("\(coordinate) is hidden in some rows (\(resolver.access.name)), but is neither a value of a row nor a relation")
    }
    if let requirement = resolver.requirement {
      if resolver.access.dependsOnRow { problems.append("\(coordinate) has a requirement and a rule that looks at rows") }
      if !field.arguments.contains(where: { $0.name == requirement.argument }) {
        problems.append("\(coordinate) requires something of \(requirement.argument), which is no argument of it")
      }
      if field.type.isNonNull { problems.append("\(coordinate) may be refused by its requirement, but is non-null") }
    }
    return problems + kindProblems(of: resolver, field, coordinate, on: typeName)
  }

  /// The problems of a field that its group of resolvers finds.
  private func kindProblems(
    of resolver: Resolver<Viewer>, _ field: FieldType, _ coordinate: String, on typeName: String
  ) -> [String] {
    let unread = readsLists(resolver.kind) ? [] : unreadArgumentProblems(field, coordinate)
    // No row leads to a list of all rows that there are for the viewer.
    let places = resolver.isListOfAll ? [] : placeProblems(field, coordinate, on: typeName, as: resolver.target)
    return unread + places + readingProblems(resolver.target, field, coordinate)
      + {
        switch resolver.kind {
        case .value(let type, _): valueProblems(resolver, type, field, coordinate, on: typeName)
        case .relation(let relation): problems(of: relation, field, coordinate, on: typeName, as: resolver.target)
        case .connection(let key):
          connectionProblems(field, coordinate, access: resolver.access) + parentProblems(coordinate, on: typeName)
            + (key == nil ? allProblems(coordinate, on: typeName) : [])
        case .connectionPart: []
        case .summary(let part): problems(of: part, field, coordinate, on: typeName)
        case .node(let argument): nodeProblems(field, coordinate, argument: argument, on: typeName)
        case .mutation: mutationProblems(field, coordinate, on: typeName)
        case .payload(let part): problems(of: part, field, coordinate, on: typeName)
        case .declared: ["\(coordinate) is \(field.type), for which no column follows from its name"]
        }
      }()
  }

  /// Whether a resolver reads the arguments that filter, order and bound a list.
  private func readsLists(_ kind: Resolver<Viewer>.Kind) -> Bool {
    switch kind {
    case .relation(let relation): relation.isList
    case .connection, .summary(.summary): true
    default: false
    }
  }

  private func valueProblems(
    _ resolver: Resolver<Viewer>, _ type: SQLType, _ field: FieldType, _ coordinate: String, on typeName: String
  ) -> [String] {
    var problems: [String] = []
    if !hasRows(typeName) { problems.append("\(coordinate) is a value, but \(typeName) has no rows") }
    if resolver.format(of: type, as: field.type, in: schema) == nil {
      problems.append("\(coordinate) is \(field.type), which \(type) cannot be")
    }
    return problems
  }

  /// A row that others refer to.
  func parentProblems(_ coordinate: String, on typeName: String) -> [String] {
    hasRows(typeName) ? [] : ["\(coordinate) has no row to be referred to"]
  }

  /// A list of all rows that a viewer may see belongs to the root, or to an object that a viewer has one of.
  func allProblems(_ coordinate: String, on typeName: String) -> [String] {
    if rootTypes.contains(typeName) || entities[typeName]?.isScope == true { return [] }
    return ["\(coordinate) is all there is, but there may be several \(typeName)"]
  }

  /// A nullable argument with a default bounds a list, and another one pages it. Two days and a step bound a series.
  func boundProblems(_ field: FieldType, _ coordinate: String, _ bounds: ListBounds) -> [String] {
    switch bounds.kind {
    case .page(let first, _, let offset):
      return ([first] + (offset.map { [$0] } ?? [])).filter { name in
        !field.arguments.contains { argument in
          argument.name == name && argument.type == .named("Int") && argument.defaultValue != nil
        }
      }.map { "\(coordinate) is a list without an argument \($0): Int with a default" }
    // The scope of the field that leads to the parents applies.
    case .ofParent: return []
    case .periods(let periods):
      let days = [periods.from, periods.to].filter { name in
        !field.arguments.contains { $0.name == name && $0.type == .nonNull(.named("Date")) }
      }.map { "\(coordinate) is a series without an argument \($0): Date!" }
      let step = field.arguments.first { $0.name == periods.step }.flatMap { schema.types[$0.type.namedType] }
      if case .enum(let type)? = step, Set(type.values.map(\.name)) == ["DAY", "WEEK", "MONTH"] { return days }
      return days + ["\(coordinate) is a series without an argument \(periods.step) of an enum with DAY, WEEK and MONTH"]
    }
  }
}

extension Resolver {
  /// Whether it may be null in some rows without an error.
  fileprivate var isHideable: Bool {
    switch kind {
    case .value, .relation: true
    default: false
    }
  }

  fileprivate var isListOfAll: Bool { if case .relation(.all) = kind { true } else { false } }
}
