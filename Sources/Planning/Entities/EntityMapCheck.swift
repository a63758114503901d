import GraphQL
import SQL

/// The refusals of an entity map: what must hold between the SDL and its resolvers.
struct EntityMapCheck<Viewer: ViewerContext> {
  let schema: Schema
  let entities: [String: Entity<Viewer>]
  let resolvers: [String: [String: Resolver<Viewer>]]

  /// The types of connections, summaries and their parts: objects without rows of their own.
  private let rowlessTypes: Set<String>
  /// The types of summaries and of their groups, with what each of them is over.
  let summaryTypes: [String: Set<Summarized>]

  init(
    schema: Schema, entities: [String: Entity<Viewer>], resolvers: [String: [String: Resolver<Viewer>]]
  ) {
    self.schema = schema
    self.entities = entities
    self.resolvers = resolvers
    summaryTypes = Self.summaryTypes(schema, resolvers)
    rowlessTypes = Self.connectionTypes(schema, resolvers).union(summaryTypes.keys)
  }

  private var rootTypes: [String] {
    [schema.queryType, schema.mutationType, schema.subscriptionType].compactMap { $0 }
  }

  /// The types of what fields of the mutation type give, and of their parts: objects without a row of their own.
  private var payloadTypes: Set<String> {
    guard let typeName = schema.mutationType else { return [] }
    var found: Set<String> = []
    var open = resolvers[typeName, default: [:]].keys.compactMap { schema.field($0, of: typeName)?.type.namedType }
    while let next = open.popLast() {
      guard entities[next] == nil, found.insert(next).inserted else { continue }
      for (field, resolver) in resolvers[next, default: [:]] {
        if case .part = resolver.kind, let type = schema.field(field, of: next)?.type.namedType { open.append(type) }
      }
    }
    return found
  }

  private func hasRows(_ typeName: String) -> Bool {
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
    switch (schema.types[entity.typeName], entity.discriminator) {
    case (.object, nil): return []
    case (.interface, let discriminator?), (.union, let discriminator?):
      let possible = Set(schema.possibleTypes[entity.typeName] ?? [])
      let named = Set(discriminator.typeNames.values)
      guard possible == named else {
        return ["\(entity.typeName) tells apart \(named.sorted()), but can be \(possible.sorted())"]
      }
      return named.sorted().filter { name in
        entities[name]?.table != entity.table || entities[name]?.scope.column != entity.scope.column
          || entities[name]?.scope.attribute != entity.scope.attribute
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
        target.scope.column == entity.scope.column, target.scope.attribute == entity.scope.attribute
      else { return "\(entity.typeName) has the part \(part.typeName), which has no table of its scope" }
      if part.columns.map(\.key) == parts[0].columns.map(\.key) { return nil }
      return "\(entity.typeName) has other columns of \(part.typeName) than of \(parts[0].typeName)"
    }
  }

  /// Who may not have a connection comes to none of its parts, which have its rule.
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
    if resolver.access.refusal == .null && resolver.access.dependsOnRow && !resolver.isValue {
      problems.append("\(coordinate) is hidden in some rows (\(resolver.access.name)), but is not a value of a row")
    }
    switch resolver.kind {
    case .toMany, .all, .connection, .summary: break
    default: problems += unreadArgumentProblems(field, coordinate)
    }
    switch resolver.kind {
    case .value(let type, _):
      if !hasRows(typeName) {
        problems.append("\(coordinate) is a value, but \(typeName) has no rows")
      }
      if LeafFormat(type, as: field.type, in: schema) == nil {
        problems.append("\(coordinate) is \(field.type), which \(type) cannot be")
      }
    case .toOne:
      problems += relationProblems(field, coordinate, isList: false)
      if !hasRows(typeName) { problems.append("\(coordinate) has no row to hold a key") }
    case .toMany:
      problems += relationProblems(field, coordinate, isList: true)
      problems += boundProblems(field, coordinate, .page)
      if entities[field.type.namedType] != nil {
        problems += listArgumentProblems(field, coordinate, of: field.type.namedType)
      }
      if !hasRows(typeName) { problems.append("\(coordinate) has no row to be referred to") }
    case .connection(let key):
      problems += connectionProblems(field, coordinate, access: resolver.access)
      if key == nil { problems += allProblems(coordinate, on: typeName) }
      if !hasRows(typeName) { problems.append("\(coordinate) has no row to be referred to") }
    case .connectionPart: break
    case .declared:
      problems.append("\(coordinate) is \(field.type), for which no column follows from its name")
    case .summary(let summarized, _):
      problems += summaryProblems(field, coordinate, of: summarized, on: typeName)
      if !hasRows(typeName) { problems.append("\(coordinate) has no row to be referred to") }
    case .measure(let measure):
      problems += measureProblems(measure, field, coordinate, on: typeName)
    case .groups(let key):
      problems += groupsProblems(key, field, coordinate, on: typeName)
    case .groupKey:
      problems += groupKeyProblems(field, coordinate, on: typeName)
    case .node(let argument):
      problems += nodeProblems(field, coordinate, argument: argument, on: typeName)
    case .all(let bounds):
      problems += relationProblems(field, coordinate, isList: true)
      problems += boundProblems(field, coordinate, bounds)
      if entities[field.type.namedType] != nil {
        problems += listArgumentProblems(field, coordinate, of: field.type.namedType)
      }
      problems += allProblems(coordinate, on: typeName)
    case .mutation:
      problems += mutationProblems(field, coordinate, on: typeName)
    case .changedKey:
      if !payloadTypes.contains(typeName) {
        problems.append("\(coordinate) is a key that a mutation gives, but \(typeName) is no payload")
      }
      if field.type.namedType != "ID" || field.type.itemType != nil {
        problems.append("\(coordinate) is \(field.type), which the key of a mutation cannot be")
      }
    case .given:
      if !payloadTypes.contains(typeName) {
        problems.append("\(coordinate) is a value that a mutation gives, but \(typeName) is no payload")
      }
      let isEnum = if case .enum? = schema.types[field.type.namedType] { true } else { false }
      let isKnown = isEnum || ["String", "Int", "Boolean", "DateTime", "JSON"].contains(field.type.namedType)
      if !isKnown || field.type.itemType != nil {
        problems.append("\(coordinate) is \(field.type), which no mutation can give")
      }
    case .part(let condition):
      if !payloadTypes.contains(typeName) {
        problems.append("\(coordinate) is a part of a payload, but \(typeName) is none")
      }
      if !payloadTypes.contains(field.type.namedType) || field.type.itemType != nil {
        problems.append("\(coordinate) is \(field.type), which no part of a payload can be")
      }
      if condition != nil && field.type.isNonNull {
        problems.append("\(coordinate) may not be given, but is non-null")
      }
    case .lookup(let key):
      problems += relationProblems(field, coordinate, isList: false)
      switch key {
      case .argument where field.type.isNonNull, .expression where field.type.isNonNull,
        .reference where field.type.isNonNull:
        problems.append("\(coordinate) looks a row up, which may not be there, but is non-null")
      default: break
      }
      switch key {
      case .changed where !payloadTypes.contains(typeName), .reference where !payloadTypes.contains(typeName):
        problems.append("\(coordinate) is what a mutation changed, but \(typeName) is no payload")
      case .reference(_, let owner, _) where entities[owner] == nil:
        problems.append("\(coordinate) is what \(owner) refers to, which is bound to no entity")
      default: break
      }
      if case .argument(let argument) = key {
        if !field.arguments.contains(where: { $0.name == argument && $0.type.namedType == "ID" }) {
          problems.append("\(coordinate) has no argument \(argument) of type ID")
        }
        if !rootTypes.contains(typeName) {
          problems.append("\(coordinate) looks a row up by id below the root, where its parent is no condition")
        }
      }
    }
    return problems
  }

  /// What a viewer sees all of belongs to the root, or to an object that a viewer has one of.
  private func allProblems(_ coordinate: String, on typeName: String) -> [String] {
    if rootTypes.contains(typeName) || entities[typeName].map({ $0.key == $0.scope.column }) == true { return [] }
    return ["\(coordinate) is all there is, but there may be several \(typeName)"]
  }

  /// A mutation may fail by itself, and takes one argument.
  private func mutationProblems(_ field: FieldType, _ coordinate: String, on typeName: String) -> [String] {
    var problems: [String] = []
    if typeName != schema.mutationType { problems.append("\(coordinate) changes rows, but is no mutation") }
    if field.type.isNonNull { problems.append("\(coordinate) may fail, but is non-null") }
    if field.type.itemType != nil || !payloadTypes.contains(field.type.namedType) {
      problems.append("\(coordinate) is \(field.type), which is no payload")
    }
    // What has nothing to say has no input at all: an input object cannot be empty.
    if !["input"].starts(with: field.arguments.map(\.name)) { problems.append("\(coordinate) has other arguments than input") }
    return problems
  }

  private func relationProblems(_ field: FieldType, _ coordinate: String, isList: Bool) -> [String] {
    var problems: [String] = []
    if entities[field.type.namedType] == nil {
      problems.append("\(coordinate) leads to \(field.type.namedType), which is bound to no entity")
    }
    if (field.type.itemType != nil) != isList || field.type.itemType?.itemType != nil {
      problems.append("\(coordinate) is \(field.type), but its resolver gives \(isList ? "a list" : "one object")")
    }
    return problems
  }

  /// A nullable argument with a default bounds a list, and another one pages it.
  func boundProblems(_ field: FieldType, _ coordinate: String, _ bounds: ListBounds) -> [String] {
    bounds.names.filter { name in
      !field.arguments.contains { argument in
        argument.name == name && argument.type == .named("Int") && argument.defaultValue != nil
      }
    }.map { "\(coordinate) is a list without an argument \($0): Int with a default" }
  }
}

extension Resolver {
  fileprivate var isValue: Bool { if case .value = kind { true } else { false } }
}
