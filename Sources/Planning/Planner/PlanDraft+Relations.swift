import GraphQL
import SQL

extension PlanDraft {
  /// Plans a field that leads to other rows: a level of its own.
  func relation(
    _ group: FieldGroup, _ definition: FieldType, _ kind: Resolver<Viewer>.Kind, guardColumn: Int?,
    in parent: LevelBuilder<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> PlannedField {
    let target = definition.type.namedType
    guard let entity = planner.map.entity(target) else { throw .fault("\(target) is not an entity") }
    let list = plannedArguments(group.first, definition, path: path)
    let arguments = references(to: group.first, definition, path: path, planned: list, in: parent)
    let parentColumn: Int?
    let rows: LevelBuilder<Viewer>.Rows
    var condition: Resolver<Viewer>.Condition?
    switch (kind, parent) {
    case (.toOne(let foreignKey), let parent?):
      parentColumn = parent.column(parent.row[foreignKey], entity.keyType)
      rows = .targets(parent: parent, foreignKey: foreignKey)
    case (.toMany(let key, let filter), let parent?):
      condition = filter
      if isWholeScope(under: parent, of: entity, key: key) {
        parentColumn = nil
        rows = .scopeList(page(.page, of: list))
      } else {
        parentColumn = parent.column(parent.row[parent.entity.key], parent.entity.keyType)
        rows = .childLists(parent: parent, key: key, page(.page, of: list))
      }
    case (.all(let bounds, let filter), _):
      condition = filter
      parentColumn = nil
      rows = .scopeList(page(bounds, of: list))
    case (.lookup(let key), _):
      parentColumn = nil
      rows = .lookup(key: self.key(key, arguments))
    default:
      throw .fault("\(definition.name) has no parent rows")
    }

    let index = try open(
      entity, rows, under: parent, selecting: group, path: path, arguments: arguments, condition: condition)
    let output: PlannedField.Output =
      definition.type.itemType == nil
      ? .object(level: index, parentColumn: parentColumn) : .list(level: index, parentColumn: parentColumn)
    return planned(group, type: definition.type, guardColumn: guardColumn, output: output)
  }

  /// Whether the children of `parent` are all rows of the scope: a family's students need no join with the
  /// family. Only the scope in the statement makes them the parent's.
  private func isWholeScope(under parent: LevelBuilder<Viewer>, of entity: Entity<Viewer>, key: String) -> Bool {
    parent.isScopeRow && key == entity.scope.column
      && parent.entity.scope.attribute == entity.scope.attribute && planner.locks.contains(.scope)
  }

  /// What a looked-up row's key has to equal.
  private func key(_ key: Resolver<Viewer>.LookupKey, _ arguments: ArgumentReferences) -> SQL {
    switch key {
    case .argument(let name): arguments.value(name, as: .uuid)
    case .changed(let name): "\(slots.slot(for: .changed(name)))"
    case .viewer(let attribute): "\(slots.slot(for: .viewer(attribute)))"
    case .expression(let expression): expression(arguments) { [slots] in "\(slots.slot(for: .viewer($0)))" }
    }
  }

  /// Opens a level and plans what is selected of it.
  /// - Returns: its index.
  private func open(
    _ entity: Entity<Viewer>, _ rows: LevelBuilder<Viewer>.Rows, under parent: LevelBuilder<Viewer>?,
    selecting group: FieldGroup, path: [PathSegment], arguments: ArgumentReferences,
    condition: Resolver<Viewer>.Condition? = nil
  ) throws(PlanRefusal) -> Int {
    let index = levels.count
    let variants = (entity.discriminator?.typeNames ?? [:]).sorted { $0.key < $1.key }
      .compactMap { value, typeName in planner.map.entity(typeName).map { (value: value, entity: $0) } }
    let level = LevelBuilder(
      index: index, path: path, parent: parent, entity: entity, variants: variants, rows: rows,
      arguments: arguments, condition: condition, planClass: planClass, locks: planner.locks
    ) { [slots] in slots.slot(for: .viewer($0)) }
    levels.append(level)

    guard let discriminator = entity.discriminator else {
      level.content = .object(
        try shape(of: entity.typeName, selecting: group.selectionSets, in: level, path: path))
      return index
    }
    let column = level.column(level.row[discriminator.column], .text)
    if case .union = entity.origin {
      // The rows are keys: what is selected of each type is read by a level of that type.
      let key = level.column(level.row[entity.key], entity.keyType)
      var targets: [[UInt8]: Int] = [:]
      for variant in variants {
        targets[Array(variant.value.utf8)] = try open(
          variant.entity, .targets(parent: level, foreignKey: entity.key), under: level, selecting: group,
          path: path, arguments: arguments)
      }
      level.content = .elsewhere(discriminator: column, key: key, levels: targets)
      return index
    }
    var shapes: [[UInt8]: ObjectShape] = [:]
    for variant in variants {
      shapes[Array(variant.value.utf8)] = try shape(
        of: variant.entity.typeName, selecting: group.selectionSets, in: level, path: path)
    }
    level.content = .abstract(discriminator: column, shapes: shapes)
    return index
  }
}
