import GraphQL
import SQL

/// What the fields of a summary, and of its groups, need to know of it.
struct SummaryContext<Viewer: ViewerContext> {
  let request: PlanDraft<Viewer>.ListRequest
  /// The level of the objects that have the summary, and the column of the summarized rows that holds their key.
  let parent: LevelBuilder<Viewer>
  let key: String
  /// Of groups: what they are taken together by, and how they are ordered.
  var groupedBy: (key: GroupKey, value: VisibleValue)?
  var order: SQL?
}

extension PlanDraft {
  /// Plans a summary, or a field of one.
  func summary(
    _ part: Resolver<Viewer>.SummaryField, _ group: FieldGroup, _ definition: FieldType, guardColumn: Int?,
    in level: LevelBuilder<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> PlannedField {
    switch part {
    case .summary(let summarized, let key):
      try summary(group, definition, of: summarized, by: key, guardColumn: guardColumn, in: level, path: path)
    case .measure(let measure): try self.measure(group, definition, measure, in: level)
    case .groups(let key): try groups(group, definition, by: key, in: level, path: path)
    case .groupKey: try groupKey(group, definition, in: level, path: path)
    }
  }

  /// Plans a summary: one row for each parent.
  private func summary(
    _ group: FieldGroup, _ definition: FieldType, of typeName: String, by key: String, guardColumn: Int?,
    in parent: LevelBuilder<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> PlannedField {
    guard let parent, let entity = planner.map.entity(typeName) else {
      throw .fault("\(definition.name) sums up nothing")
    }
    let request = ListRequest(
      list: plannedArguments(group.first, definition, path: path), field: group.first, definition: definition)
    let parentColumn = parent.column(parent.row[parent.entity.key], .uuid)
    let level = open(entity, .summaries(parent: parent, key: key), under: parent, path: path)
    level.summary = SummaryContext(request: request, parent: parent, key: key)
    if let filter = try filter(request, on: level.source) { level.add(filter) }
    // Without an aggregate there would be a row for each object.
    _ = level.column(Measure.count.sql(over: nil), .int4)
    level.content = .object(
      try shape(of: definition.type.namedType, selecting: group.selectionSets, in: level, path: path))
    return planned(
      group, type: definition.type, guardColumn: guardColumn,
      output: .object(level: level.index, parentColumn: parentColumn))
  }

  private func measure(
    _ group: FieldGroup, _ definition: FieldType, _ measure: Measure, in level: LevelBuilder<Viewer>?
  ) throws(PlanRefusal) -> PlannedField {
    guard let level, level.summary != nil,
      let format = LeafFormat(measure.type, as: definition.type, in: planner.schema)
    else { throw .fault("\(definition.name) measures nothing") }
    var value: VisibleValue?
    if let field = measure.field {
      guard let visible = try visibleValue(of: field, in: level.source) else {
        return planned(group, type: definition.type, output: .refused)
      }
      value = visible
    }
    let column = level.column(measure.sql(over: value?.sql), measure.type)
    return planned(group, type: definition.type, output: .leaf(column: column, format))
  }

  /// Plans the groups of a summary: rows of their own, so many for each parent at most.
  private func groups(
    _ group: FieldGroup, _ definition: FieldType, by key: GroupKey, in summary: LevelBuilder<Viewer>?,
    path: [PathSegment]
  ) throws(PlanRefusal) -> PlannedField {
    guard let summary, var context = summary.summary, let parentColumn = summary.joinColumn else {
      throw .fault("\(definition.name) groups nothing")
    }
    let page = page(.page, of: plannedArguments(group.first, definition, path: path))
    let level = open(
      summary.entity, .groups(parent: context.parent, key: context.key, page), under: context.parent, path: path)
    let value = try groupValue(key, in: level.source)
    if let filter = try filter(context.request, on: level.source) { level.add(filter) }
    // The first of the aggregated columns: what the statement groups by.
    let column = level.column(value.sql, value.type)
    let keyInside = level.row[LevelBuilder<Viewer>.name(ofColumn: column)]
    context.groupedBy = (key, value)
    let order = try targetOrder(key, of: keyInside, in: level) + [keyInside]
    context.order = "ORDER BY \(order.joined(separator: ", "))"
    level.summary = context
    level.content = .object(
      try shape(of: definition.type.namedType, selecting: group.selectionSets, in: level, path: path))
    return planned(
      group, type: definition.type, output: .list(level: level.index, parentColumn: parentColumn))
  }

  /// What the objects of a group have in common: a value, or an object.
  private func groupKey(
    _ group: FieldGroup, _ definition: FieldType, in level: LevelBuilder<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> PlannedField {
    guard let level, let (key, value) = level.summary?.groupedBy else {
      throw .fault("\(definition.name) is the key of no group")
    }
    let column = level.column(value.sql, value.type)
    guard case .relation = key else {
      guard let format = LeafFormat(value.type, as: definition.type, in: planner.schema) else {
        throw .fault("\(definition.name) cannot be the key of a group")
      }
      return planned(group, type: definition.type, output: .leaf(column: column, format))
    }
    guard let entity = planner.map.entity(definition.type.namedType) else {
      throw .fault("\(definition.type.namedType) is not an entity")
    }
    let name = LevelBuilder<Viewer>.name(ofColumn: column)
    let target = open(entity, .targets(parent: level, foreignKey: name), under: level, path: path)
    target.content = try content(of: target, selecting: group.selectionSets, path: path)
    return planned(group, type: definition.type, output: .object(level: target.index, parentColumn: column))
  }

  private func groupValue(_ key: GroupKey, in row: EntityRow<Viewer>) throws(PlanRefusal) -> VisibleValue {
    switch key {
    case .field(let name):
      if let value = try visibleValue(of: name, in: row) { return value }
    case .week(let name):
      if let value = try visibleValue(of: name, in: row) {
        return VisibleValue(sql: "date_trunc('week', (\(value.sql))::timestamp)::date", type: .date)
      }
    case .relation(let way):
      return VisibleValue(sql: try targetKey(way, in: row), type: .uuid)
    }
    throw .fault("a group has a key that may be refused")
  }

  /// The key of the object that a way of relations leads to.
  ///
  ///     (SELECT courses_g1.subject_id FROM courses courses_g1
  ///      WHERE courses_g1.family_id = $1 AND courses_g1.id = assignments_2.course_id)
  private func targetKey(_ way: [String], in row: EntityRow<Viewer>) throws(PlanRefusal) -> SQL {
    let key = try valueThrough(way.dropLast(), of: row, as: "g") { last throws(PlanRefusal) in
      guard let name = way.last else { throw .fault("\(row.entity.typeName) has no way to group by") }
      // The row holds the key itself. Where some objects are out of sight they have to be looked for: they are as none.
      guard try hidesTargets(of: name, from: last) else { return last[try step(name, from: last).foreignKey] }
      return try valueThrough([name], of: last, as: "g", depth: way.count) { target in target[target.entity.key] }
    }
    guard let key else { throw .fault("\(row.entity.typeName) has no way to group by") }
    return key
  }

  /// The order of the objects that groups are of: subjects by name. None for values, which order themselves.
  private func targetOrder(
    _ key: GroupKey, of value: SQL, in level: LevelBuilder<Viewer>
  ) throws(PlanRefusal) -> [SQL] {
    guard case .relation(let way) = key else { return [] }
    var target = level.entity
    for name in way {
      guard
        let next = planner.schema.field(name, of: target.typeName).flatMap({ planner.map.entity($0.type.namedType) })
      else { throw .fault("\(target.typeName) has no way to group by") }
      target = next
    }
    let row = row(of: target, as: "\(target.table)_o")
    let ties: [SQL] = row.isScoped ? [] : ["\(row[target.scope.column]) = \(level.parents).scope"]
    let conditions = (row.conditions + ties + ["\(row[target.key]) = \(value)"]).joined(separator: " AND ")
    return row.defaultOrder.dropLast().map { "(SELECT \($0.sql) FROM \(row.table) WHERE \(conditions))" }
  }
}
