import GraphQL
import SQL

/// Writes the condition that a `where` argument asks for. Its text depends on which fields the filter has; their
/// values are bound.
///
///     {dueDate: {lt: "2026-09-01"}, course: {subject: {name: {eq: "Maths"}}}}
///
///     assignments_2.due_date < $4
///     AND EXISTS (SELECT FROM courses courses_f1 WHERE courses_f1.family_id = $1
///       AND courses_f1.family_id = assignments_2.family_id AND courses_f1.id = assignments_2.course_id
///       AND EXISTS (SELECT FROM subjects subjects_f2 WHERE … AND subjects_f2.name = $5))
///
/// What is left out does not filter. Null is true of what has no value. Every filter is either true or false of a
/// row, so that `not` turns it around: `{}`, an empty `and`, `every` and `none` of nothing are true, an empty `or`
/// and an empty `in` are false.
struct FilterWriter<Viewer: ViewerContext> {
  let draft: PlanDraft<Viewer>
  /// The planned arguments that the filter is of.
  let arguments: Int
  /// Through how many lists the filter goes already.
  private var lists = 0

  init(draft: PlanDraft<Viewer>, arguments: Int) {
    self.draft = draft
    self.arguments = arguments
  }

  /// - Returns: nil when the filter is true of every row.
  func condition(
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

  private func conditions(
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

  private func all(
    _ filters: InputValue, as typeName: String, on row: EntityRow<Viewer>, at path: ArgumentPath, depth: Int
  ) throws(PlanRefusal) -> SQL? {
    let parts = try conditions(filters, as: typeName, on: row, at: path, depth: depth).compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }

  private func any(
    _ filters: InputValue, as typeName: String, on row: EntityRow<Viewer>, at path: ArgumentPath, depth: Int
  ) throws(PlanRefusal) -> SQL? {
    let conditions = try conditions(filters, as: typeName, on: row, at: path, depth: depth)
    let parts = conditions.compactMap(\.self)
    if conditions.isEmpty { return "false" }
    return parts.count < conditions.count ? nil : "(\(parts.joined(separator: " OR ")))"
  }

  // MARK: Fields

  private func fieldCondition(
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
    case .toOne(let foreignKey):
      let relation = Relation(row: row, target: target, access: resolver.access) { target in
        target.link(target.entity.key, to: row, foreignKey)
      }
      guard filter != .null else {
        try count(at: path)
        let exists = try exists(relation, nil, as: field.type.namedType, at: path, depth: depth)
        return isConditional(relation) ? "\(exists) IS NOT TRUE" : "NOT \(exists)"
      }
      try count(at: path)
      return try exists(relation, filter, as: field.type.namedType, at: path, depth: depth)
    case .toMany(let key, let condition):
      let arguments = draft.noArguments
      let relation = Relation(row: row, target: target, access: resolver.access) { target in
        target.link(key, to: row, row.entity.key) + (condition?(target.reference, arguments).map { [$0] } ?? [])
      }
      return try quantified(filter, as: field.type.namedType, relation, at: path, depth: depth)
    default:
      throw .fault("\(typeName).\(field.name) is nothing to filter by")
    }
  }

  /// `{gte: "2026-09-01", lt: "2026-10-01"}`
  /// - Parameter scalar: the type of the field.
  private func comparisons(
    _ filter: InputValue, of field: String, _ scalar: String, on row: EntityRow<Viewer>, at path: ArgumentPath,
    hasIsNull: Bool
  ) throws(PlanRefusal) -> SQL? {
    guard let value = try draft.visibleValue(of: field, in: row) else { throw refused(path) }
    guard case .object(let members) = filter else {
      try count(at: path)
      return "\(value.sql) IS NULL"
    }
    var parts: [SQL] = []
    for member in members {
      let path = path[member.name]
      try count(at: path)
      guard let comparison = FilterOperator(rawValue: member.name),
        let conversion = comparison.conversion(value.type, for: scalar)
      else { throw .fault("\(path) is no comparison") }
      if member.value == .null {
        guard comparison.takesNull else { throw nullRefused(path, hasIsNull: hasIsNull && comparison != .isNull) }
        parts.append(comparison == .eq ? "\(value.sql) IS NULL" : "\(value.sql) IS NOT NULL")
      } else {
        let operand = draft.slots.slot(for: .argument(list: arguments, at: path, as: conversion))
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
    let link: (EntityRow<Viewer>) -> [SQL]
  }

  /// `{some: {…}, every: {…}, none: {…}}`
  private func quantified(
    _ filter: InputValue, as typeName: String, _ relation: Relation, at path: ArgumentPath, depth: Int
  ) throws(PlanRefusal) -> SQL? {
    try refuseNull(filter, at: path)
    guard case .object(let members) = filter, let type = draft.planner.schema.inputObjectType(named: typeName) else {
      throw .fault("\(typeName) is no filter of a list")
    }
    guard lists < FilterBounds.lists else {
      throw limitExceeded(
        "\"\(path)\" is a list inside \(FilterBounds.lists) others: each row of one is held against those of the next.",
        "filterLists", FilterBounds.lists, path)
    }
    var inner = self
    inner.lists += 1
    var parts: [SQL] = []
    for member in members {
      let path = path[member.name]
      try refuseNull(member.value, at: path)
      try count(at: path)
      guard let quantifier = Quantifier(rawValue: member.name),
        let itemType = type.fields.first(where: { $0.name == member.name })?.type.namedType
      else { throw .fault("\(path) is no quantifier") }
      let exists = try inner.exists(
        relation, member.value, as: itemType, at: path, depth: depth, isNegated: quantifier == .every)
      let negation: SQL = isConditional(relation) ? "\(exists) IS NOT TRUE" : "NOT \(exists)"
      parts.append(quantifier == .some ? exists : negation)
    }
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }

  /// Whether there is a row that the viewer may see, and of which the filter is true, or, negated, is not.
  private func exists(
    _ relation: Relation, _ filter: InputValue?, as typeName: String, at path: ArgumentPath, depth: Int,
    isNegated: Bool = false
  ) throws(PlanRefusal) -> SQL {
    guard let entity = draft.planner.map.entity(relation.target) else {
      throw .fault("\(relation.target) is not an entity")
    }
    // By depth: what is inside has another name than all that is around it.
    let target = draft.row(of: entity, as: "\(entity.table)_f\(depth)")
    var conditions = target.conditions + relation.link(target)
    if let filter {
      let inner = try condition(filter, as: typeName, on: target, at: path, depth: depth + 1)
      if isNegated {
        conditions.append(inner.map { "(\($0)) IS NOT TRUE" } ?? "false")
      } else if let inner {
        conditions.append(inner)
      }
    }
    let exists: SQL = "EXISTS (SELECT FROM \(target.table) WHERE \(conditions.joined(separator: " AND ")))"
    switch try draft.permission(relation.access, on: relation.row.reference) {
    case .refused: throw refused(path)
    case .granted(nil): return exists
    case .granted(let condition?): return "(\(condition) AND \(exists))"
    }
  }

  /// Whether a rule of the relation depends on the row: then a row that it hides may be null.
  private func isConditional(_ relation: Relation) -> Bool {
    if case .granted(nil)? = try? draft.permission(relation.access, on: relation.row.reference) { false } else { true }
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

/// What the fields of a filter of a list mean.
enum Quantifier: String, CaseIterable {
  case some, every, none
}
