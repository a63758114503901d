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
    let parentColumn: Int?
    let rows: LevelBuilder<Viewer>.Rows
    switch (kind, parent) {
    case (.toOne(let foreignKey), let parent?):
      parentColumn = parent.column(parent.row[foreignKey], .uuid)
      rows = .targets(parent: parent, foreignKey: foreignKey)
    case (.toMany(let key), let parent?):
      let page = page(of: group.first, definition, path: path)
      if isWholeScope(under: parent, of: entity, key: key) {
        parentColumn = nil
        rows = .scopeList(page)
      } else {
        parentColumn = parent.column(parent.row[parent.entity.key], .uuid)
        rows = .childLists(parent: parent, key: key, page)
      }
    case (.lookup(.argument(let name)), _):
      let list = plannedArguments(group.first, definition, path: path)
      parentColumn = nil
      rows = .lookup(key: slots.slot(for: .argument(list: list, name: name, as: .uuid)))
    case (.lookup(.changed(let name)), _):
      parentColumn = nil
      rows = .lookup(key: slots.slot(for: .changed(name)))
    case (.lookup(.viewer(let attribute)), _):
      parentColumn = nil
      rows = .lookup(key: slots.slot(for: .viewer(attribute)))
    default:
      throw .fault("\(definition.name) has no parent rows")
    }

    let index = try open(entity, rows, under: parent, selecting: group, path: path)
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

  /// Opens a level and plans what is selected of it.
  private func open(
    _ entity: Entity<Viewer>, _ rows: LevelBuilder<Viewer>.Rows, under parent: LevelBuilder<Viewer>?,
    selecting group: FieldGroup, path: [PathSegment]
  ) throws(PlanRefusal) -> Int {
    let index = levels.count
    let variants = (entity.discriminator?.typeNames ?? [:]).sorted { $0.key < $1.key }
      .compactMap { value, typeName in planner.map.entity(typeName).map { (value: value, entity: $0) } }
    let level = LevelBuilder(
      index: index, path: path, parent: parent, entity: entity, variants: variants, rows: rows,
      planClass: planClass, locks: planner.locks
    ) { [slots] in slots.slot(for: .viewer($0)) }
    levels.append(level)

    guard let discriminator = entity.discriminator else {
      level.content = .object(
        try shape(of: entity.typeName, selecting: group.selectionSets, in: level, path: path))
      return index
    }
    let column = level.column(level.row[discriminator.column], .text)
    var shapes: [[UInt8]: ObjectShape] = [:]
    for variant in variants {
      shapes[Array(variant.value.utf8)] = try shape(
        of: variant.entity.typeName, selecting: group.selectionSets, in: level, path: path)
    }
    level.content = .abstract(discriminator: column, shapes: shapes)
    return index
  }
}
