import GraphQL
import SQL

/// A plan while it is made: walks the selections from the root and opens a level for each relation.
final class PlanDraft<Viewer: ViewerContext> {
  let planner: Planner<Viewer>
  let operation: Operation
  /// Of whoever reads the answer.
  let planClass: Viewer.PlanClass
  /// Of whoever asked: may it run a mutation?
  let askingClass: Viewer.PlanClass
  let variables: VariableValues
  let collector: FieldCollector
  let slots = SlotTable<Viewer>()
  var arguments: [PlannedArguments] = []
  var levels: [LevelBuilder<Viewer>] = []
  /// How many conditions the filters have so far.
  var filterConditions = 0
  private var introspectionFields = 0

  /// How many `__schema` and `__type` an operation may have: each is an answer of some size, computed for
  /// whoever asks.
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
  func root() throws(PlanRefusal) -> ObjectShape {
    try shape(of: planner.map.schema.queryType, selecting: [operation.definition.selectionSet], in: nil, path: [])
  }

  /// The object of the mutation type with no more than one of its fields.
  func root(_ typeName: String, _ group: FieldGroup) throws(PlanRefusal) -> ObjectShape {
    ObjectShape(
      typeName: typeName, fields: [try field(group, of: typeName, in: nil, path: [.key(group.responseKey)])])
  }

  /// The statements and the levels that have their rows from them, once all is planned.
  func finished() -> (statements: [PlannedStatement], levels: [Level<Viewer>]) {
    var statements: [PlannedStatement] = []
    /// Of each level.
    var numbers: [Int] = []
    for level in levels {
      numbers.append(level.sharedStatement.map { numbers[$0.index] } ?? statements.count)
      if level.sharedStatement == nil { statements.append(level.statement) }
    }
    return (statements, zip(levels, numbers).map { $0.finished(statement: $1) })
  }

  func shape(
    of typeName: String, selecting selectionSets: [SelectionSet], in level: LevelBuilder<Viewer>?,
    path: [PathSegment]
  ) throws(PlanRefusal) -> ObjectShape {
    var fields: [PlannedField] = []
    for group in collector.collect(selectionSets, on: typeName) {
      try fields.append(field(group, of: typeName, in: level, path: path + [.key(group.responseKey)]))
    }
    return ObjectShape(typeName: typeName, fields: fields)
  }

  private func field(
    _ group: FieldGroup, of typeName: String, in level: LevelBuilder<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> PlannedField {
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
      return try resolved(group, definition, resolver, on: typeName, in: level, path: path)
    }
  }

  private func resolved(
    _ group: FieldGroup, _ definition: FieldType, _ resolver: Resolver<Viewer>, on typeName: String,
    in level: LevelBuilder<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> PlannedField {
    var condition: SQL?
    let isMutation = if case .mutation = resolver.kind { true } else { false }
    switch try decide(resolver.access, for: isMutation ? askingClass : planClass) {
    case .allowed, .unauthenticated: break
    case .refused: return planned(group, type: definition.type, refusal: resolver.access.refusal, output: .refused)
    case .rows(let predicate):
      // The root has no row that could satisfy a condition.
      guard let level else {
        return planned(group, type: definition.type, refusal: resolver.access.refusal, output: .refused)
      }
      condition = predicate(level.row)
    }
    let guardColumn = condition.flatMap { condition in
      level?.column("coalesce(\(condition), false)", .bool)
    }

    switch resolver.kind {
    case .value(let type, let expression):
      guard let level, let format = LeafFormat(type, as: definition.type, in: planner.map.schema) else {
        throw .fault("\(typeName).\(definition.name) cannot be a value")
      }
      let value = expression(level.row, references(to: group.first, definition, path: path, in: level))
      // A refused value does not leave the database.
      let sql = condition.map { "CASE WHEN \($0) THEN \(value) END" } ?? value
      return planned(
        group, type: definition.type, guardColumn: guardColumn, refusal: resolver.access.refusal,
        output: .leaf(column: level.column(sql, type), format))
    case .mutation:
      let payload = try shape(
        of: definition.type.namedType, selecting: group.selectionSets, in: nil, path: path)
      return planned(group, type: definition.type, output: .embedded(payload, ifGiven: nil))
    case .payload(let part):
      return try payload(part, group, definition, path: path)
    case .connection(let key):
      guard let level else { throw .fault("\(typeName).\(definition.name) has no parent rows") }
      return try ConnectionPlanner(self, group, definition, key: key, under: level, path: path)
        .field(guardColumn: guardColumn)
    case .declared:
      throw .fault("\(typeName).\(definition.name) was not resolved")
    case .connectionPart:
      throw .fault("\(typeName).\(definition.name) is planned with its connection")
    case .summary(let part):
      return try summary(part, group, definition, guardColumn: guardColumn, in: level, path: path)
    case .node(let argument):
      return try node(group, definition, argument: argument, path: path)
    case .relation(let relation):
      return try self.relation(
        relation, group, definition, order: resolver.order, guardColumn: guardColumn, in: level, path: path)
    }
  }

  private func payload(
    _ part: Resolver<Viewer>.PayloadField, _ group: FieldGroup, _ definition: FieldType, path: [PathSegment]
  ) throws(PlanRefusal) -> PlannedField {
    let output: PlannedField.Output =
      switch part {
      case .changedKey(let name): .changedKey(name)
      case .given(let name): .given(name)
      case .part(let condition):
        .embedded(
          try shape(of: definition.type.namedType, selecting: group.selectionSets, in: nil, path: path),
          ifGiven: condition)
      }
    return planned(group, type: definition.type, output: output)
  }

  private func introspection(_ group: FieldGroup, path: [PathSegment]) throws(PlanRefusal) -> PlannedField {
    let isSchema = group.first.name.value == "__schema"
    let type: TypeReference = isSchema ? .nonNull(.named("__Schema")) : .named("__Type")
    guard case .allowed = try decide(planner.map.introspection, for: planClass) else {
      return planned(group, type: type, output: .refused)
    }
    introspectionFields += 1
    guard introspectionFields <= Self.maximumIntrospectionFields else {
      throw .invalid(
        .limitExceeded(
          "An operation may have at most \(Self.maximumIntrospectionFields) of __schema and __type.",
          limit: "introspectionFields", maximum: Self.maximumIntrospectionFields,
          locations: [operation.source.location(at: group.first.position)], path: path))
    }
    return planned(group, type: type, output: .introspection(group))
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

  func typeName(_ group: FieldGroup, _ typeName: String) -> PlannedField {
    planned(group, type: .nonNull(.named("String")), output: .typeName(Array("\"\(typeName)\"".utf8)))
  }

  func planned(
    _ group: FieldGroup, type: TypeReference, guardColumn: Int? = nil, refusal: Refusal = .error(admitted: nil),
    output: PlannedField.Output
  ) -> PlannedField {
    PlannedField(group, type: type, guardColumn: guardColumn, refusal: refusal, output: output)
  }
}
