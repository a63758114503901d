import GraphQL
import SQL

extension PlanDraft {
  /// Plans a field that leads to other rows: a level of its own.
  func relation(
    _ relation: Resolver<Viewer>.Relation, _ group: FieldGroup, _ definition: FieldType,
    order usualOrder: [Entity<Viewer>.Order]?, guardColumn: Int?, in parent: LevelBuilder<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> PlannedField {
    let target = definition.type.namedType
    guard let entity = planner.map.entity(target) else { throw .fault("\(target) is not an entity") }
    let list = plannedArguments(group.first, definition, path: path)
    let arguments = references(to: group.first, definition, path: path, planned: list, in: parent)
    let parentColumn: Int?
    let rows: LevelBuilder<Viewer>.Rows
    var condition: Resolver<Viewer>.Condition?
    switch (relation, parent) {
    case (.toOne(let foreignKey), let parent?):
      parentColumn = parent.column(parent.row[foreignKey], entity.keyType)
      rows = .targets(parent: parent, foreignKey: foreignKey)
    case (.toMany(let key, let filter), let parent?):
      condition = filter
      (rows, parentColumn) = listRows(of: entity, under: parent, by: key, page(.page, of: list))
    case (.all(let bounds), _):
      parentColumn = nil
      rows = .scopeList(page(bounds, of: list))
    case (.lookup(let key), _):
      parentColumn = nil
      rows = .lookup(key: try self.key(key, arguments))
    case (.toOne, nil), (.toMany, nil):
      throw .fault("\(definition.name) has no parent rows")
    }

    let level = open(entity, rows, under: parent, path: path, arguments: arguments, condition: condition)
    if relation.isList {
      let request = ListRequest(list: list, field: group.first, definition: definition)
      if let filter = try filter(request, on: level.source) { level.add(filter) }
      if let usualOrder { level.usualOrder = level.source.total(usualOrder) }
      level.order = try order(request, of: level.source, usually: level.usualOrder)
    }
    level.content = try content(of: level, selecting: group.selectionSets, path: path)
    let output: PlannedField.Output =
      definition.type.itemType == nil
      ? .object(level: level.index, parentColumn: parentColumn)
      : .list(level: level.index, parentColumn: parentColumn)
    return planned(group, type: definition.type, guardColumn: guardColumn, output: output)
  }

  /// The rows of a list, and the column of the parents that they belong to: none when all belong to the one parent.
  /// - Parameter key: the column that ties a row to its parent; nil for all there are.
  func listRows(
    of entity: Entity<Viewer>, under parent: LevelBuilder<Viewer>, by key: String?, _ page: ListPage
  ) -> (LevelBuilder<Viewer>.Rows, parentColumn: Int?) {
    guard let key, !isWholeScope(under: parent, of: entity, key: key) else { return (.scopeList(page), nil) }
    return (
      .childLists(parent: parent, key: key, page),
      parent.column(parent.row[parent.entity.key], parent.entity.keyType)
    )
  }

  /// Whether the children of `parent` are all rows of the scope: a family's students need no join with the
  /// family. Only the scope in the statement makes them the parent's.
  private func isWholeScope(under parent: LevelBuilder<Viewer>, of entity: Entity<Viewer>, key: String) -> Bool {
    parent.isScopeRow && key == entity.scope.column
      && parent.entity.scope.attribute == entity.scope.attribute && planner.locks.contains(.scope)
  }

  /// What a looked-up row's key has to equal.
  private func key(
    _ key: Resolver<Viewer>.LookupKey, _ arguments: ArgumentReferences
  ) throws(PlanRefusal) -> SQL {
    switch key {
    case .argument(let name): arguments.value(name, as: .uuid)
    case .changed(let name): "\(slots.slot(for: .changed(name)))"
    case .reference(let name, let owner, let foreignKey): try reference(from: name, of: owner, by: foreignKey)
    case .viewer(let attribute): "\(slots.slot(for: .viewer(attribute)))"
    case .expression(let expression): expression(arguments) { [slots] in "\(slots.slot(for: .viewer($0)))" }
    }
  }

  /// The key that a changed row refers to by a column, as it is where the statement runs.
  ///
  ///     (SELECT changed.course_id FROM assignments changed WHERE changed.family_id = $1 AND changed.id = $2)
  private func reference(
    from name: String, of typeName: String, by foreignKey: String
  ) throws(PlanRefusal) -> SQL {
    guard let entity = planner.map.entity(typeName) else { throw .fault("\(typeName) is not an entity") }
    let owner = row(of: entity, as: "changed")
    let conditions = owner.conditions + ["\(owner[entity.key]) = \(slots.slot(for: .changed(name)))"]
    return "(SELECT \(owner[foreignKey]) FROM \(owner.table) WHERE \(conditions.joined(separator: " AND ")))"
  }

  /// Opens a level. What is selected of it has yet to be planned.
  ///
  /// Where another level reads all rows of the same entity, this one has its rows from there: the students of tasks and
  /// those of assignments are among those whom one statement reads.
  func open(
    _ entity: Entity<Viewer>, _ rows: LevelBuilder<Viewer>.Rows, under parent: LevelBuilder<Viewer>?,
    path: [PathSegment], arguments: ArgumentReferences? = nil, condition: Resolver<Viewer>.Condition? = nil
  ) -> LevelBuilder<Viewer> {
    let arguments = arguments ?? noArguments
    let sharedStatement = condition == nil ? sharedStatement(of: entity, rows) : nil
    let source = sharedStatement?.source ?? row(of: entity, as: "\(entity.table)_\(levels.count)", arguments: arguments)
    let level = LevelBuilder(
      index: levels.count, path: path, parent: parent, source: source, rows: rows, sharing: sharedStatement,
      arguments: arguments, condition: condition)
    levels.append(level)
    return level
  }

  private func sharedStatement(of entity: Entity<Viewer>, _ rows: LevelBuilder<Viewer>.Rows) -> LevelBuilder<Viewer>? {
    guard case .targets = rows, case .table = entity.origin else { return nil }
    return levels.first { $0.readsAll && $0.entity.typeName == entity.typeName }
  }

  /// Plans what is selected of a level's objects.
  func content(
    of level: LevelBuilder<Viewer>, selecting selectionSets: [SelectionSet], path: [PathSegment]
  ) throws(PlanRefusal) -> LevelContent {
    guard let discriminator = level.entity.discriminator else {
      return .object(try shape(of: level.entity.typeName, selecting: selectionSets, in: level, path: path))
    }
    let column = level.column(level.row[discriminator.column], .text)
    if case .union = level.entity.origin {
      // The rows are keys: what is selected of each type is read by a level of that type.
      let key = level.column(level.row[level.entity.key], level.entity.keyType)
      var targets: [[UInt8]: Int] = [:]
      for variant in level.source.variants {
        let target = open(
          variant.entity, .targets(parent: level, foreignKey: level.entity.key), under: level, path: path,
          arguments: level.arguments)
        target.content = try content(of: target, selecting: selectionSets, path: path)
        targets[Array(variant.value.utf8)] = target.index
      }
      return .elsewhere(discriminator: column, key: key, levels: targets)
    }
    var shapes: [[UInt8]: ObjectShape] = [:]
    for variant in level.source.variants {
      shapes[Array(variant.value.utf8)] = try shape(
        of: variant.entity.typeName, selecting: selectionSets, in: level, path: path)
    }
    return .abstract(discriminator: column, shapes: shapes)
  }
}
