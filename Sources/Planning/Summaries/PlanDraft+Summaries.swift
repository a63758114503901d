import GraphQL
import SQL

/// The parts of a summary that its fields, and those of its groups, need.
struct SummaryContext<Viewer: ViewerContext> {
  /// The arguments of the summary.
  let arguments: GivenArguments
  /// The level of the objects that have the summary, and the column of the summarized rows that holds their key.
  let parent: RowSet<Viewer>
  let key: String
  /// The key of groups.
  var groupedBy: (key: GroupKey, value: RowValue)?
}

extension PlanDraft {
  /// Resolves a summary, or a field of one.
  func summary(
    _ part: Resolver<Viewer>.SummaryField, _ group: FieldGroup, _ definition: FieldType, guardValue: RowValue?,
    in rows: RowSet<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> ResolvedField<Viewer> {
    switch part {
    case .summary(let summarized, let key):
      try summary(group, definition, of: summarized, by: key, guardValue: guardValue, in: rows, path: path)
    case .measure(let measure): try self.measure(group, definition, measure, in: rows)
    case .aggregate(let type, let field, let sql):
      try aggregate(group, definition, type, over: field, sql, in: rows)
    case .groups(let key, let weekStart):
      try groups(group, definition, by: key, weekStart: weekStart, in: rows, path: path)
    case .groupKey: try groupKey(group, definition, in: rows, path: path)
    }
  }

  /// Resolves a summary: one row for each parent.
  private func summary(
    _ group: FieldGroup, _ definition: FieldType, of typeName: String, by key: String, guardValue: RowValue?,
    in parent: RowSet<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> ResolvedField<Viewer> {
    guard let parent, let entity = planner.map.entity(typeName) else {
      throw .fault("\(definition.name) sums up nothing")
    }
    let arguments = arguments(of: group.first, definition, path: path)
    let start = start(of: entity)
    // Without an aggregate there would be a row for each object.
    let count = RowValue(sql: Measure.count.sql(over: nil), type: .int4)
    let rows = RowSet(
      start, path: path, under: parent, .summaries(parent: parent, key: key), arguments: noArguments,
      filter: try filter(arguments, on: start.source),
      summary: SummaryContext(arguments: arguments, parent: parent, key: key), values: [count])
    let object = try object(of: definition.type.namedType, selecting: group.selectionSets, in: rows, path: path)
    return ResolvedField(
      group: group, type: definition.type, guardValue: guardValue, arguments: arguments.planned,
      output: .object(ResolvedLevel(rows: rows, content: .object(object)), parentKey: parent.ownKey))
  }

  private func measure(
    _ group: FieldGroup, _ definition: FieldType, _ measure: Measure, in rows: RowSet<Viewer>?
  ) throws(PlanRefusal) -> ResolvedField<Viewer> {
    guard let rows, rows.summary != nil, let format = LeafFormat(measure.type, as: definition.type, in: planner.schema)
    else { throw .fault("\(definition.name) measures nothing") }
    var value: RowValue?
    if let field = measure.field {
      guard let visible = try visibleValue(of: field, in: rows.source) else {
        return ResolvedField(group: group, type: definition.type, output: .constant(.refused))
      }
      value = visible
    }
    let measured = RowValue(sql: measure.sql(over: value?.sql), type: measure.type)
    return ResolvedField(group: group, type: definition.type, output: .leaf(measured, format))
  }

  private func aggregate(
    _ group: FieldGroup, _ definition: FieldType, _ type: SQLType, over field: String,
    _ sql: (RowReference<Viewer>) -> SQL, in rows: RowSet<Viewer>?
  ) throws(PlanRefusal) -> ResolvedField<Viewer> {
    guard let rows, rows.summary != nil, let format = LeafFormat(type, as: definition.type, in: planner.schema) else {
      throw .fault("\(definition.name) aggregates nothing")
    }
    guard try visibleValue(of: field, in: rows.source) != nil else {
      return ResolvedField(group: group, type: definition.type, output: .constant(.refused))
    }
    return ResolvedField(
      group: group, type: definition.type, output: .leaf(RowValue(sql: sql(rows.row), type: type), format))
  }

  /// Resolves the groups of a summary: rows of their own, so many for each parent at most.
  private func groups(
    _ group: FieldGroup, _ definition: FieldType, by key: GroupKey, weekStart: Resolver<Viewer>.WeekStart?,
    in summary: RowSet<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> ResolvedField<Viewer> {
    guard let summary, var context = summary.summary else { throw .fault("\(definition.name) groups nothing") }
    let arguments = arguments(of: group.first, definition, path: path)
    let start = start(of: summary.entity)
    let value = try groupValue(key, weekStart: weekStart, in: start.source)
    context.groupedBy = (key, value)
    let keyInside = start.source[RowSet<Viewer>.groupKeyName]
    let order = try targetOrder(key, of: keyInside, in: start) + [keyInside]
    let rows = RowSet(
      start, path: path, under: context.parent,
      .groups(
        parent: context.parent, key: context.key, try page(.page, of: arguments, under: nil),
        order: "ORDER BY \(order.joined(separator: ", "))"),
      arguments: noArguments, filter: try filter(context.arguments, on: start.source), summary: context, values: [value])
    let object = try object(of: definition.type.namedType, selecting: group.selectionSets, in: rows, path: path)
    return ResolvedField(
      group: group, type: definition.type, arguments: arguments.planned,
      output: .list(ResolvedLevel(rows: rows, content: .object(object)), parentKey: summary.joinKey))
  }

  /// The key that the objects of a group have in common: a value, or an object.
  private func groupKey(
    _ group: FieldGroup, _ definition: FieldType, in rows: RowSet<Viewer>?, path: [PathSegment]
  ) throws(PlanRefusal) -> ResolvedField<Viewer> {
    guard let rows, let (key, value) = rows.summary?.groupedBy else {
      throw .fault("\(definition.name) is the key of no group")
    }
    guard case .relation = key else {
      guard let format = LeafFormat(value.type, as: definition.type, in: planner.schema) else {
        throw .fault("\(definition.name) cannot be the key of a group")
      }
      return ResolvedField(group: group, type: definition.type, output: .leaf(value, format))
    }
    guard let entity = planner.map.entity(definition.type.namedType) else {
      throw .fault("\(definition.type.namedType) is not an entity")
    }
    let target = RowSet(
      start(of: entity, asTargets: true), path: path, under: rows,
      .targets(parent: rows, key: rows.row[RowSet<Viewer>.groupKeyName]), arguments: noArguments)
    let content = try content(of: target, selecting: group.selectionSets, path: path)
    return ResolvedField(
      group: group, type: definition.type, output: .object(ResolvedLevel(rows: target, content: content), parentKey: value))
  }

  private func groupValue(
    _ key: GroupKey, weekStart: Resolver<Viewer>.WeekStart?, in row: EntityRow<Viewer>
  ) throws(PlanRefusal) -> RowValue {
    switch key {
    case .field(let name):
      if let value = try visibleValue(of: name, in: row) { return value }
    case .week(let name):
      if let value = try visibleValue(of: name, in: row) {
        guard let weekStart else {
          return RowValue(sql: week(startingOn: "date_trunc('week', (\(value.sql))::timestamp)::date"), type: .date)
        }
        // The days since the start of the week are those that `isodow` is past the first day, from 0 to 6.
        let days: SQL = "(extract(isodow FROM \(value.sql))::int + 7 - \(weekStart(row.reference))) % 7"
        return RowValue(sql: week(startingOn: "(\(value.sql) - \(days))"), type: .date)
      }
    case .relation(let way):
      return RowValue(sql: try targetKey(way, in: row), type: .uuid)
    }
    throw .fault("a group has a key that may be refused")
  }

  /// A `Date` has no year before 1, and a week may begin there: its first day is then that of the calendar. `greatest` would drop
  /// a null.
  private func week(startingOn day: SQL) -> SQL { "CASE WHEN \(day) < date '0001-01-01' THEN date '0001-01-01' ELSE \(day) END" }

  /// The key of the object that a way of relations leads to.
  ///
  ///     (SELECT courses_g1.subject_id FROM courses courses_g1
  ///      WHERE courses_g1.family_id = $1 AND courses_g1.id = assignments_2.course_id)
  func targetKey(_ way: [String], in row: EntityRow<Viewer>) throws(PlanRefusal) -> SQL {
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
    _ key: GroupKey, of value: SQL, in start: LevelStart<Viewer>
  ) throws(PlanRefusal) -> [SQL] {
    guard case .relation(let way) = key else { return [] }
    var target = start.source.entity
    for name in way {
      guard
        let next = planner.schema.field(name, of: target.typeName).flatMap({ planner.map.entity($0.type.namedType) })
      else { throw .fault("\(target.typeName) has no way to group by") }
      target = next
    }
    let row = row(of: target, as: "\(target.table)_o")
    let ties: [SQL] = row.isScoped ? [] : ["\(row[target.scope.column]) = \(start.parents).scope"]
    let conditions = (row.conditions + ties + ["\(row[target.key]) = \(value)"]).joined(separator: " AND ")
    return row.defaultOrder.dropLast().map { "(SELECT \($0.sql) FROM \(row.table) WHERE \(conditions))" }
  }
}
