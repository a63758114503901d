import GraphQL
import SQL

/// A plan while it is made: walks the selections from the root and opens a level for each relation.
final class PlanDraft<Viewer: ViewerContext> {
  private let planner: Planner<Viewer>
  private let operation: Operation
  private let planClass: Viewer.PlanClass
  private let variables: VariableValues
  private let collector: FieldCollector
  let slots = SlotTable<Viewer>()
  private(set) var arguments: [PlannedArguments] = []
  private var levels: [OpenLevel] = []

  private struct OpenLevel {
    let builder: LevelBuilder<Viewer>
    let path: [PathSegment]
    let bound: RowBound
    let scopeColumn: Int
    let joinColumn: Int?
    var content: LevelContent?
  }

  init(
    planner: Planner<Viewer>, operation: Operation, planClass: Viewer.PlanClass, variables: VariableValues
  ) {
    self.planner = planner
    self.operation = operation
    self.planClass = planClass
    self.variables = variables
    collector = FieldCollector(operation: operation, schema: planner.map.schema, variables: variables)
  }

  func root() throws(PlanRefusal) -> ObjectShape {
    let kind = operation.definition.operation
    guard kind == .query else {
      throw .invalid(
        GraphQLError(
          "Schema is not configured to execute \(kind.rawValue) operation.", code: .operationResolutionFailure,
          locations: [operation.source.location(at: operation.definition.position)]))
    }
    return try shape(
      of: planner.map.schema.queryType, selecting: [operation.definition.selectionSet], in: nil, path: [])
  }

  /// The levels with their statements, once all columns are known.
  func finishedLevels() -> [Level<Viewer>] {
    levels.compactMap { level in
      guard let content = level.content else { return nil }
      return Level(
        path: level.path, typeName: level.builder.entity.typeName, template: level.builder.statement.template, columns: level.builder.columns.map(\.type),
        joinColumn: level.joinColumn, scopeColumn: level.scopeColumn,
        scopeAttribute: level.builder.entity.scope.attribute, content: content, bound: level.bound)
    }
  }

  private func shape(
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
      return planned(
        group, type: .nonNull(.named("String")), output: .typeName(Array("\"\(typeName)\"".utf8)))
    case "__schema" where level == nil, "__type" where level == nil:
      let type: TypeReference = name == "__schema" ? .nonNull(.named("__Schema")) : .named("__Type")
      guard case .allowed = try decide(planner.map.introspection) else {
        return planned(group, type: type, output: .refused)
      }
      return planned(group, type: type, output: .introspection(group))
    default:
      guard let definition = planner.map.schema.field(name, of: typeName),
        let resolver = planner.map.resolver(of: name, on: typeName)
      else { throw .invalid(internalError("\(typeName).\(name) has no resolver", at: group)) }
      return try resolved(group, definition, resolver, on: typeName, in: level, path: path)
    }
  }

  private func resolved(
    _ group: FieldGroup, _ definition: FieldType, _ resolver: Resolver<Viewer>, on typeName: String,
    in level: LevelBuilder<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> PlannedField {
    var condition: SQL?
    switch try decide(resolver.access) {
    case .allowed, .unauthenticated: break
    case .refused: return planned(group, type: definition.type, output: .refused)
    case .rows(let predicate):
      // The root has no row that could satisfy a condition.
      guard let level else { return planned(group, type: definition.type, output: .refused) }
      condition = predicate(level.row)
    }
    let guardColumn = condition.flatMap { condition in
      level?.column("coalesce(\(condition), false)", .bool)
    }

    switch resolver.kind {
    case .value(let type, let expression):
      guard let level, let format = LeafFormat(type, as: definition.type, in: planner.map.schema) else {
        throw .invalid(internalError("\(typeName).\(definition.name) cannot be a value", at: group))
      }
      let value = expression(level.row, references(to: group.first, definition, path: path))
      // A refused value does not leave the database.
      let sql = condition.map { "CASE WHEN \($0) THEN \(value) END" } ?? value
      return planned(
        group, type: definition.type, guardColumn: guardColumn,
        output: .leaf(column: level.column(sql, type), format))
    case .toOne, .toMany, .lookup:
      return try relation(group, definition, resolver.kind, guardColumn: guardColumn, in: level, path: path)
    }
  }

  private func relation(
    _ group: FieldGroup, _ definition: FieldType, _ kind: Resolver<Viewer>.Kind, guardColumn: Int?,
    in parent: LevelBuilder<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> PlannedField {
    let target = definition.type.namedType
    guard let entity = planner.map.entity(target) else {
      throw .invalid(internalError("\(target) is not an entity", at: group))
    }
    let parentColumn: Int?
    let rows: LevelBuilder<Viewer>.Rows
    var page: (page: LevelBuilder<Viewer>.Page, list: Int)?
    switch (kind, parent) {
    case (.toOne(let foreignKey), let parent?):
      parentColumn = parent.column(parent.row[foreignKey], .uuid)
      rows = .targets(parent: parent, foreignKey: foreignKey)
    case (.toMany(let key), let parent?):
      let opened = self.page(of: group.first, definition, path: path)
      page = opened
      if parent.isScopeRow && key == entity.scope.column
        && parent.entity.scope.attribute == entity.scope.attribute && planner.locks.contains(.scope)
      {
        parentColumn = nil
        rows = .scopeList(opened.page)
      } else {
        parentColumn = parent.column(parent.row[parent.entity.key], .uuid)
        rows = .childLists(parent: parent, key: key, opened.page)
      }
    case (.lookup(.argument(let name)), _):
      let list = plannedArguments(group.first, definition, path: path)
      let slot = slots.slot(for: .argument(list: list, name: name, as: .uuid))
      parentColumn = nil
      rows = .lookup(key: slot)
    case (.lookup(.viewer(let attribute)), _):
      let slot = slots.slot(for: .viewer(attribute))
      parentColumn = nil
      rows = .lookup(key: slot)
    default:
      throw .invalid(internalError("\(definition.name) has no parent rows", at: group))
    }

    let index = try open(
      entity, rows, selecting: group, target: target,
      bound: RowBound(parent: parent?.index, first: page?.page.first, argumentList: page?.list), path: path)
    let output: PlannedField.Output =
      definition.type.itemType == nil
      ? .object(level: index, parentColumn: parentColumn) : .list(level: index, parentColumn: parentColumn)
    return planned(group, type: definition.type, guardColumn: guardColumn, output: output)
  }

  /// Opens a level and plans what is selected of it.
  private func open(
    _ entity: Entity<Viewer>, _ rows: LevelBuilder<Viewer>.Rows, selecting group: FieldGroup,
    target: String, bound: RowBound, path: [PathSegment]
  ) throws(PlanRefusal) -> Int {
    let index = levels.count
    let builder = LevelBuilder(
      index: index, entity: entity, rows: rows, planClass: planClass, locks: planner.locks
    ) { [slots] in slots.slot(for: .viewer($0)) }
    let scopeColumn = builder.column(builder.row[entity.scope.column], .uuid)
    let joinColumn = builder.joinColumn.map { builder.column(builder.row[$0], .uuid) }
    levels.append(
      OpenLevel(
        builder: builder, path: path, bound: bound, scopeColumn: scopeColumn, joinColumn: joinColumn, content: nil))

    let selectionSets = group.fields.compactMap(\.selectionSet)
    if let discriminator = entity.discriminator {
      let column = builder.column(builder.row[discriminator.column], .text)
      var shapes: [[UInt8]: ObjectShape] = [:]
      for (value, typeName) in discriminator.typeNames.sorted(by: { $0.key < $1.key }) {
        shapes[Array(value.utf8)] = try shape(
          of: typeName, selecting: selectionSets, in: builder, path: path)
      }
      levels[index].content = .abstract(discriminator: column, shapes: shapes)
    } else {
      levels[index].content = .object(
        try shape(of: target, selecting: selectionSets, in: builder, path: path))
    }
    return index
  }

  /// The decision of a rule; all is allowed when the resolver lock is off.
  private func decide(_ access: Access<Viewer>) throws(PlanRefusal) -> Access<Viewer>.Decision {
    guard planner.locks.contains(.resolver) else { return .allowed }
    let decision = access.decide(planClass)
    if case .unauthenticated = decision { throw .unauthenticated }
    return decision
  }

  private func plannedArguments(_ field: Field, _ definition: FieldType, path: [PathSegment]) -> Int {
    arguments.append(PlannedArguments(field: field, definitions: definition.arguments, path: path))
    return arguments.count - 1
  }

  private func page(
    of field: Field, _ definition: FieldType, path: [PathSegment]
  ) -> (page: LevelBuilder<Viewer>.Page, list: Int) {
    let list = plannedArguments(field, definition, path: path)
    let page = LevelBuilder<Viewer>.Page(
      first: slots.slot(for: .argument(list: list, name: "first", as: .first)),
      offset: slots.slot(for: .argument(list: list, name: "offset", as: .offset)))
    return (page, list)
  }

  private func references(
    to field: Field, _ definition: FieldType, path: [PathSegment]
  ) -> ArgumentReferences {
    var given: Set<String> = []
    for argument in definition.arguments {
      let node = field.arguments.first { $0.name.value == argument.name }?.value
      switch node?.kind ?? argument.defaultValue?.kind {
      case nil, .null: break
      case .variable(let name):
        // An absent variable leaves the argument to its default.
        switch variables[name] {
        case .null: break
        case nil: if let value = argument.defaultValue, value.kind != .null { given.insert(argument.name) }
        default: given.insert(argument.name)
        }
      default: given.insert(argument.name)
      }
    }
    var list: Int?
    return ArgumentReferences(given: given) { name, conversion in
      let known = list ?? self.plannedArguments(field, definition, path: path)
      list = known
      return self.slots.slot(for: .argument(list: known, name: name, as: conversion))
    }
  }

  private func planned(
    _ group: FieldGroup, type: TypeReference, guardColumn: Int? = nil, output: PlannedField.Output
  ) -> PlannedField {
    PlannedField(
      responseKey: group.responseKey, keyBytes: Array("\"\(group.responseKey)\":".utf8),
      fieldName: group.first.name.value, position: group.first.position, type: type,
      guardColumn: guardColumn, output: output)
  }

  /// A mistake of this program that the checks at start should have caught.
  private func internalError(_ message: String, at group: FieldGroup) -> GraphQLError {
    GraphQLError(
      message, code: .internal, locations: [operation.source.location(at: group.first.position)])
  }
}
