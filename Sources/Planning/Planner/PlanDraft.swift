import GraphQL
import SQL

/// The first pass of planning: resolves the selections of an operation, from the root, to values that say what each level
/// and each field needs, with the locks on them. Columns, slots and statements follow in ``PlanLayout``.
///
/// The draft itself keeps count: of levels, which names rows after their level, and of what is limited.
final class PlanDraft<Viewer: ViewerContext> {
  let planner: Planner<Viewer>
  let operation: Operation
  /// The class of the viewer who reads the answer.
  let planClass: Viewer.PlanClass
  /// The class of the sender, which decides whether it may run a mutation.
  let askingClass: Viewer.PlanClass
  let variables: VariableValues
  let collector: FieldCollector
  private var levelCount = 0
  /// The first levels that read all rows of a small type, by the type: others have their rows from there.
  private var wholeReads: [String: LevelStart<Viewer>] = [:]
  /// How many conditions the filters have so far.
  var filterConditions = 0
  private var introspectionFields = 0

  /// How many `__schema` and `__type` an operation may have: each is an answer of some size, computed for
  /// the viewer.
  private static var maximumIntrospectionFields: Int { 4 }

  init(
    planner: Planner<Viewer>, operation: Operation, planClass: Viewer.PlanClass,
    askingClass: Viewer.PlanClass, variables: VariableValues
  ) {
    self.planner = planner
    self.operation = operation
    self.planClass = planClass
    self.askingClass = askingClass
    self.variables = variables
    collector = FieldCollector(operation: operation, schema: planner.map.schema, variables: variables)
  }

  /// The object of the query type.
  func root() throws(PlanRefusal) -> ResolvedObject<Viewer> {
    try object(of: planner.map.schema.queryType, selecting: [operation.definition.selectionSet], in: nil, path: [])
  }

  /// The object of the mutation type with no more than one of its fields.
  func root(_ typeName: String, _ group: FieldGroup) throws(PlanRefusal) -> ResolvedObject<Viewer> {
    ResolvedObject(
      typeName: typeName, fields: [try field(group, of: typeName, in: nil, path: [.key(group.responseKey)])])
  }

  /// The start of a level.
  ///
  /// Where another level reads all rows of the same entity, this one has its rows from there: the students of tasks and
  /// those of assignments are among those whom one statement reads.
  /// - Parameters:
  ///   - asTargets: whether its rows are the targets of a key column.
  ///   - arguments: the arguments of the field that leads to the level.
  func start(
    of entity: Entity<Viewer>, asTargets: Bool = false, arguments: ArgumentReferences? = nil
  ) -> LevelStart<Viewer> {
    let number = levelCount
    levelCount += 1
    if asTargets, case .table = entity.origin, let known = wholeReads[entity.typeName] {
      return LevelStart(number: number, source: known.source, sharedStatement: known.number)
    }
    let source = row(of: entity, as: "\(entity.table)_\(number)", arguments: arguments ?? noArguments)
    let start = LevelStart(number: number, source: source, sharedStatement: nil)
    if asTargets, entity.extent == .small, wholeReads[entity.typeName] == nil { wholeReads[entity.typeName] = start }
    return start
  }

  func object(
    of typeName: String, selecting selectionSets: [SelectionSet], in rows: RowSet<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> ResolvedObject<Viewer> {
    var fields: [ResolvedField<Viewer>] = []
    for group in collector.collect(selectionSets, on: typeName) {
      try fields.append(field(group, of: typeName, in: rows, path: path + [.key(group.responseKey)]))
    }
    return ResolvedObject(typeName: typeName, fields: fields)
  }

  private func field(
    _ group: FieldGroup, of typeName: String, in rows: RowSet<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> ResolvedField<Viewer> {
    let name = group.first.name.value
    switch name {
    case "__typename":
      return self.typeName(group, typeName)
    case "__schema" where typeName == planner.map.schema.queryType,
      "__type" where typeName == planner.map.schema.queryType:
      return try introspection(group, path: path)
    default:
      guard let definition = planner.map.schema.field(name, of: typeName),
        let resolver = planner.map.resolver(of: name, on: typeName)
      else { throw .fault("\(typeName).\(name) has no resolver") }
      return try resolved(group, definition, resolver, on: typeName, in: rows, path: path)
    }
  }

  private func resolved(
    _ group: FieldGroup, _ definition: FieldType, _ resolver: Resolver<Viewer>, on typeName: String,
    in rows: RowSet<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> ResolvedField<Viewer> {
    let refused = ResolvedField<Viewer>(
      group: group, type: definition.type, refusal: resolver.access.refusal, output: .constant(.refused))
    var condition: SQL?
    let isMutation = if case .mutation = resolver.kind { true } else { false }
    switch try decide(resolver.access, for: isMutation ? askingClass : planClass) {
    case .allowed, .unauthenticated: break
    case .refused: return refused
    case .rows(let predicate):
      // The root has no row that could satisfy a condition.
      guard let rows else { return refused }
      condition = predicate(rows.row)
    }
    var refusal = resolver.access.refusal
    // A row that an access rule looks at has no requirement: the map refuses both together.
    if let requirement = resolver.requirement, condition == nil, let rows {
      condition = requirement.condition(rows.row, references(to: group.first, definition, path: path, in: rows))
      refusal = .input(argument: requirement.argument, message: requirement.message, code: requirement.code)
    }
    let guardValue = condition.map { RowValue(sql: "coalesce(\($0), false)", type: .bool) }

    switch resolver.kind {
    case .value(let type, let expression):
      guard let rows, let format = resolver.format(of: type, as: definition.type, in: planner.map.schema) else {
        throw .fault("\(typeName).\(definition.name) cannot be a value")
      }
      let value = expression(rows.row, references(to: group.first, definition, path: path, in: rows))
      // A refused value does not leave the database.
      let sql = condition.map { "CASE WHEN \($0) THEN \(value) END" } ?? value
      return ResolvedField(
        group: group, type: definition.type, guardValue: guardValue, refusal: refusal,
        output: .leaf(RowValue(sql: sql, type: type), format))
    case .mutation:
      let payload = try object(
        of: definition.type.namedType, selecting: group.selectionSets, in: nil, path: path)
      return ResolvedField(group: group, type: definition.type, output: .embedded(payload, ifGiven: nil))
    case .payload(let part):
      return try payload(part, group, definition, path: path)
    case .connection(let key):
      guard let rows else { throw .fault("\(typeName).\(definition.name) has no parent rows") }
      return try ConnectionPlanner(self, group, definition, key: key, under: rows, path: path)
        .field(guardValue: guardValue)
    case .declared:
      throw .fault("\(typeName).\(definition.name) was not resolved")
    case .connectionPart:
      throw .fault("\(typeName).\(definition.name) is planned with its connection")
    case .summary(let part):
      return try summary(part, group, definition, guardValue: guardValue, in: rows, path: path)
    case .node(let argument):
      return try node(group, definition, argument: argument, path: path)
    case .relation(let relation):
      return try self.relation(
        relation, group, definition, on: typeName, as: resolver.target, order: resolver.order, guardValue: guardValue, refusal: refusal,
        in: rows, path: path)
    }
  }

  private func payload(
    _ part: Resolver<Viewer>.PayloadField, _ group: FieldGroup, _ definition: FieldType, path: [PathSegment]
  ) throws(PlanRefusal) -> ResolvedField<Viewer> {
    let output: ResolvedField<Viewer>.Output =
      switch part {
      case .changedKey(let name): .constant(.changedKey(name))
      case .changedKeys(let name): .constant(.changedKeys(name))
      case .given(let name): .constant(.given(name))
      case .part(let condition):
        .embedded(
          try object(of: definition.type.namedType, selecting: group.selectionSets, in: nil, path: path),
          ifGiven: condition)
      }
    return ResolvedField(group: group, type: definition.type, output: output)
  }

  private func introspection(_ group: FieldGroup, path: [PathSegment]) throws(PlanRefusal) -> ResolvedField<Viewer> {
    let isSchema = group.first.name.value == "__schema"
    let type: TypeReference = isSchema ? .nonNull(.named("__Schema")) : .named("__Type")
    guard case .allowed = try decide(planner.map.introspection, for: planClass) else {
      return ResolvedField(group: group, type: type, output: .constant(.refused))
    }
    // It would make each event larger, and is never another.
    guard operation.definition.operation != .subscription else {
      throw .invalid(
        GraphQLError(
          "\"\(group.first.name.value)\" does not change: ask for it by a query.", code: .badUserInput,
          locations: [operation.source.location(at: group.first.position)], path: path))
    }
    introspectionFields += 1
    guard introspectionFields <= Self.maximumIntrospectionFields else {
      throw .invalid(
        .limitExceeded(
          "An operation may have at most \(Self.maximumIntrospectionFields) of __schema and __type.",
          limit: "introspectionFields", maximum: Self.maximumIntrospectionFields,
          locations: [operation.source.location(at: group.first.position)], path: path))
    }
    return ResolvedField(group: group, type: type, output: .constant(.introspection(group)))
  }

  /// The decision of a rule; all is allowed when the resolver lock is off.
  func decide(
    _ access: Access<Viewer>, for viewer: Viewer.PlanClass
  ) throws(PlanRefusal) -> Access<Viewer>.Decision {
    guard planner.locks.contains(.resolver) else { return .allowed }
    let decision = access.decide(viewer)
    if case .unauthenticated = decision { throw .unauthenticated }
    return decision
  }

  func typeName(_ group: FieldGroup, _ typeName: String) -> ResolvedField<Viewer> {
    ResolvedField(
      group: group, type: .nonNull(.named("String")),
      output: .constant(.typeName(Array("\"\(typeName)\"".utf8))))
  }
}
