import GraphQL
import SQL

/// Writes the condition that a `where` argument asks for. Its text depends on which fields the filter has; their
/// values are bound.
///
///     {dueDate: {lt: "2026-09-01"}, course: {subject: {name: {eq: "Maths"}}}}
///
///     assignments_2.due_date < $4
///     AND (assignments_2.course_id IN (SELECT courses_f1.id FROM courses courses_f1 WHERE courses_f1.family_id = $1
///       AND (courses_f1.subject_id IN (SELECT subjects_f2.id FROM subjects subjects_f2
///         WHERE subjects_f2.family_id = $1 AND subjects_f2.name = $5)) IS TRUE)) IS TRUE
///
/// A relation is a set of keys that depends on nothing but the scope. PostgreSQL computes it once for a statement and
/// looks each row up in it ("hashed SubPlan"), so that sets inside each other cost their sum. `IS TRUE` is what keeps it
/// from joining the tables instead, as it does for `EXISTS` and for a bare `IN`: without statistics of the filter it
/// thinks that few rows are left, and reads the inner table again for each row of the outer one.
///
/// Omitted fields do not filter. A comparison with null is true of a null value. Every filter is either true or false
/// of a row, so that `not` turns it around: `{}`, an empty `and`, `every` and `none` of nothing are true, an empty
/// `or` and an empty `in` are false.
struct FilterWriter<Viewer: ViewerContext> {
  let draft: PlanDraft<Viewer>
  /// The arguments that the filter is part of.
  let arguments: GivenArguments
  /// The rows that PostgreSQL may read for the conditions written so far.
  private(set) var cost = ScanCost()
  /// The values that are compared with, in the order of the filter.
  private(set) var operands: [SQL.Slot] = []

  init(draft: PlanDraft<Viewer>, arguments: GivenArguments) {
    self.draft = draft
    self.arguments = arguments
  }

  /// - Returns: nil when the filter is true of every row.
  mutating func condition(
    _ filter: InputValue, as typeName: String, on row: EntityRow<Viewer>, at path: ArgumentPath, depth: Int = 1
  ) throws(PlanRefusal) -> SQL? {
    guard depth <= FilterBounds.depth else {
      throw limitExceeded(
        "\"\(path)\" is a filter inside more than \(FilterBounds.depth) others.", "filterDepth", FilterBounds.depth,
        path)
    }
    guard case .object(let members) = filter, let type = draft.planner.schema.inputObjectType(named: typeName) else {
      throw .fault("\(typeName) is no filter")
    }
    var parts: [SQL] = []
    for member in members {
      let path = path[member.name]
      guard let field = type.fields.first(where: { $0.name == member.name }) else {
        throw .fault("\(typeName) has no field \(member.name)")
      }
      let part: SQL?
      switch member.name {
      case "and":
        part = try all(member.value, as: typeName, on: row, at: path, depth: depth)
      case "or":
        part = try any(member.value, as: typeName, on: row, at: path, depth: depth)
      case "not":
        try refuseNull(member.value, at: path)
        try count(at: path)
        let inner = try condition(member.value, as: typeName, on: row, at: path, depth: depth + 1)
        part = inner.map { "(\($0)) IS NOT TRUE" } ?? "false"
      default:
        part = try fieldCondition(member.value, field, on: row, at: path, depth: depth)
      }
      if let part { parts.append(part) }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }

  // MARK: and, or

  private mutating func conditions(
    _ filters: InputValue, as typeName: String, on row: EntityRow<Viewer>, at path: ArgumentPath, depth: Int
  ) throws(PlanRefusal) -> [SQL?] {
    try refuseNull(filters, at: path)
    guard case .list(let items) = filters else { throw .fault("\(path) is no list") }
    var conditions: [SQL?] = []
    for (index, item) in items.enumerated() {
      try count(at: path[index])
      conditions.append(try condition(item, as: typeName, on: row, at: path[index], depth: depth + 1))
    }
    return conditions
  }

  private mutating func all(
    _ filters: InputValue, as typeName: String, on row: EntityRow<Viewer>, at path: ArgumentPath, depth: Int
  ) throws(PlanRefusal) -> SQL? {
    let parts = try conditions(filters, as: typeName, on: row, at: path, depth: depth).compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }

  private mutating func any(
    _ filters: InputValue, as typeName: String, on row: EntityRow<Viewer>, at path: ArgumentPath, depth: Int
  ) throws(PlanRefusal) -> SQL? {
    let conditions = try conditions(filters, as: typeName, on: row, at: path, depth: depth)
    let parts = conditions.compactMap(\.self)
    if conditions.isEmpty { return "false" }
    return parts.count < conditions.count ? nil : "(\(parts.joined(separator: " OR ")))"
  }

  // MARK: Fields

  private mutating func fieldCondition(
    _ filter: InputValue, _ field: InputValueType, on row: EntityRow<Viewer>, at path: ArgumentPath, depth: Int
  ) throws(PlanRefusal) -> SQL? {
    let typeName = row.variants.first?.entity.typeName ?? row.entity.typeName
    guard let resolver = draft.planner.map.resolver(of: field.name, on: typeName),
      let target = draft.planner.schema.field(field.name, of: typeName)?.type.namedType
    else { throw .fault("\(typeName) has no field \(field.name) to filter by") }
    switch resolver.kind {
    case .value:
      let operators = draft.planner.schema.inputObjectType(named: field.type.namedType)?.fields ?? []
      let hasIsNull = operators.contains { $0.name == FilterOperator.isNull.rawValue }
      return try comparisons(filter, of: field.name, target, on: row, at: path, hasIsNull: hasIsNull)
    case .relation(.toOne(let foreignKey)):
      let relation = Relation(row: row, target: target, access: resolver.access, condition: nil) { target in
        target.ties(target.entity.key, to: row, foreignKey)
      }
      try count(at: path)
      return filter == .null
        ? try leads(relation, to: nil, as: field.type.namedType, at: path, depth: depth, isNegated: true)
        : try leads(relation, to: filter, as: field.type.namedType, at: path, depth: depth)
    case .relation(.toMany(let list)):
      let relation = Relation(
        row: row, target: target, access: resolver.access, condition: list.condition, junction: list.junction
      ) { target in
        guard let junction = list.junction else { return target.ties(list.key, to: row, row.entity.key) }
        let tie = junction.row(beside: target)
        let scope = (own: tie[junction.entity.scope.column], other: row[row.entity.scope.column])
        return (target.isScoped ? [] : [scope]) + [(own: tie[junction.parentKey], other: row[row.entity.key])]
      }
      return try quantified(filter, as: field.type.namedType, relation, at: path, depth: depth)
    default:
      throw .fault("\(typeName).\(field.name) is nothing to filter by")
    }
  }

  /// `{gte: "2026-09-01", lt: "2026-10-01"}`
  /// - Parameter scalar: the type of the field.
  private mutating func comparisons(
    _ filter: InputValue, of field: String, _ scalar: String, on row: EntityRow<Viewer>, at path: ArgumentPath,
    hasIsNull: Bool
  ) throws(PlanRefusal) -> SQL? {
    guard let value = try draft.visibleValue(of: field, in: row) else { throw refused(path) }
    guard case .object(let members) = filter else {
      try count(at: path)
      cost += .comparison(of: value.sql, in: row.entity)
      return "\(value.sql) IS NULL"
    }
    var parts: [SQL] = []
    for member in members {
      let path = path[member.name]
      try count(at: path)
      guard let comparison = FilterOperator(rawValue: member.name),
        let conversion = comparison.conversion(value.type, for: scalar)
      else { throw .fault("\(path) is no comparison") }
      cost += .comparison(of: value.sql, in: row.entity, times: comparison.comparisons)
      if comparison.searchesText { cost += .search(characters: draft.longest(field, of: row), in: row.entity) }
      if member.value == .null {
        guard comparison.takesNull else { throw nullRefused(path, hasIsNull: hasIsNull && comparison != .isNull) }
        parts.append(comparison == .eq ? "\(value.sql) IS NULL" : "\(value.sql) IS NOT NULL")
      } else {
        let operand = BindSource<Viewer>.argument(of: arguments.planned, at: path, as: conversion).slot
        operands.append(operand)
        parts.append(comparison.condition(on: value.sql, "\(operand)", value.type))
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }

  // MARK: Relations

  private struct Relation {
    let row: EntityRow<Viewer>
    /// The type that it leads to.
    let target: String
    let access: Access<Viewer>
    /// The condition on the targets that it leads to; nil for all.
    let condition: Resolver<Viewer>.Condition?
    /// The table that ties the targets to the row; nil where a column of either does.
    var junction: Junction<Viewer>?
    /// The columns of a target, and those of the row that they equal.
    let ties: (EntityRow<Viewer>) -> [(own: SQL, other: SQL)]
  }

  /// `{some: {…}, every: {…}, none: {…}}`
  private mutating func quantified(
    _ filter: InputValue, as typeName: String, _ relation: Relation, at path: ArgumentPath, depth: Int
  ) throws(PlanRefusal) -> SQL? {
    try refuseNull(filter, at: path)
    guard case .object(let members) = filter, let type = draft.planner.schema.inputObjectType(named: typeName) else {
      throw .fault("\(typeName) is no filter of a list")
    }
    var parts: [SQL] = []
    for member in members {
      let path = path[member.name]
      try refuseNull(member.value, at: path)
      try count(at: path)
      guard let quantifier = Quantifier(rawValue: member.name),
        let itemType = type.fields.first(where: { $0.name == member.name })?.type.namedType
      else { throw .fault("\(path) is no quantifier") }
      parts.append(
        try leads(
          relation, to: member.value, as: itemType, at: path, depth: depth, isNegated: quantifier != .some,
          ofUnfiltered: quantifier == .every))
    }
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }

  /// Whether a relation leads to a row that the viewer may see and of which the filter is true.
  ///
  ///     (members_1.id IN (SELECT assignments_f1.student_id FROM assignments assignments_f1 WHERE …)) IS TRUE
  ///
  /// A key that is null is in no set.
  /// - Parameters:
  ///   - filter: nil when any row will do.
  ///   - isNegated: whether it must lead to no such row.
  ///   - ofUnfiltered: whether the rows are meant of which the filter is not true.
  private mutating func leads(
    _ relation: Relation, to filter: InputValue?, as typeName: String, at path: ArgumentPath, depth: Int,
    isNegated: Bool = false, ofUnfiltered: Bool = false
  ) throws(PlanRefusal) -> SQL {
    guard let entity = draft.planner.map.entity(relation.target) else {
      throw .fault("\(relation.target) is not an entity")
    }
    // By depth: what is inside has another name than all that is around it.
    let target = draft.row(of: entity, as: "\(entity.table)_f\(depth)")
    var conditions = target.conditions
    if let condition = relation.condition?(target.reference, draft.noArguments) { conditions.append(condition) }
    if let junction = relation.junction {
      conditions += junction.conditions(beside: target)
      cost += .scan(of: junction.entity)
    }
    if let filter {
      let inner = try condition(filter, as: typeName, on: target, at: path, depth: depth + 1)
      if ofUnfiltered {
        conditions.append(inner.map { "(\($0)) IS NOT TRUE" } ?? "false")
      } else if let inner {
        conditions.append(inner)
      }
    }
    cost += .scan(of: entity)
    cost += .comparison(of: relation.row[relation.row.entity.key], in: relation.row.entity)
    let ties = relation.ties(target)
    let (own, other) = (ties.map(\.own).joined(separator: ", "), ties.map(\.other).joined(separator: ", "))
    let rows: SQL = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    let keys: SQL = "SELECT \(own) FROM \(relation.junction?.joined(to: target) ?? target.table)\(rows)"
    let isIn: SQL = ties.count == 1 ? "(\(other) IN (\(keys)))" : "((\(other)) IN (\(keys)))"
    let truth: SQL = isNegated ? "IS NOT TRUE" : "IS TRUE"
    switch try draft.permission(relation.access, on: relation.row.reference) {
    case .refused: throw refused(path)
    case .granted(nil): return "\(isIn) \(truth)"
    // Where the rule hides the relation, it leads nowhere.
    case .granted(let condition?): return "(\(condition) AND \(isIn)) \(truth)"
    }
  }

  // MARK: Refusals

  private func count(at path: ArgumentPath) throws(PlanRefusal) {
    draft.filterConditions += 1
    guard draft.filterConditions > FilterBounds.conditions else { return }
    throw limitExceeded(
      "The filters of an operation may have at most \(FilterBounds.conditions) conditions.", "filterConditions",
      FilterBounds.conditions, path)
  }

  private func limitExceeded(_ message: String, _ limit: String, _ maximum: Int, _ path: ArgumentPath) -> PlanRefusal {
    draft.refusal(
      .limitExceeded(message, limit: limit, maximum: maximum), of: arguments, at: path)
  }

  private func refuseNull(_ value: InputValue, at path: ArgumentPath) throws(PlanRefusal) {
    if value == .null { throw nullRefused(path) }
  }

  /// - Parameter hasIsNull: whether what has no value can be asked for beside it.
  private func nullRefused(_ path: ArgumentPath, hasIsNull: Bool = false) -> PlanRefusal {
    let instead = hasIsNull ? "leave it out, or ask for what has no value with \"isNull\"" : "leave it out"
    return draft.refusal(
      GraphQLError("\"\(path)\" must not be null: \(instead).", code: .badUserInput), of: arguments, at: path)
  }

  private func refused(_ path: ArgumentPath) -> PlanRefusal {
    draft.refusal(
      GraphQLError("You may not see what \"\(path)\" filters by.", code: .forbidden), of: arguments, at: path)
  }
}

/// The quantifiers that the fields of a filter of a list stand for.
enum Quantifier: String, CaseIterable {
  case some, every, none
}
