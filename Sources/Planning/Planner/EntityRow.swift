import SQL

/// A row of an entity inside a statement, with what holds for every such row wherever it is read: its scope, its
/// visibility and its restriction. The second lock is put on here and nowhere else.
///
///     courses_3.family_id = $1
struct EntityRow<Viewer: ViewerContext> {
  let entity: Entity<Viewer>
  /// The object types of an abstract entity, by the value of its discriminator.
  let variants: [(value: String, entity: Entity<Viewer>)]
  let reference: RowReference<Viewer>
  let conditions: [SQL]
  /// The source of the rows: a table, or a subquery.
  private let origin: SQL
  /// Whether the scope is among the conditions.
  let isScoped: Bool

  init(
    of entity: Entity<Viewer>, variants: [(value: String, entity: Entity<Viewer>)], as alias: String,
    arguments: ArgumentReferences, planClass: Viewer.PlanClass, locks: PlannerLocks
  ) {
    self.entity = entity
    self.variants = variants
    let row = RowReference<Viewer>(planned: alias)
    reference = row
    switch entity.origin {
    case .table:
      origin =
        entity.version.map { "\(unescaped: entity.table, reading: .version($0))" } ?? "\(identifier: entity.table)"
    case .view(let rows): origin = "(\(rows(row.viewerValue)))"
    case .computed(let rows), .keys(let rows): origin = "(\(rows(arguments, row.viewerValue)))"
    case .union(let parts):
      // Each under its own table's name, with what tells this row from others.
      let suffix = alias.dropFirst(entity.table.count)
      origin = Self.union(
        parts.compactMap { part in
          let target = variants.first { $0.entity.typeName == part.typeName }?.entity
          return target.map { (part, $0, RowReference(planned: "\($0.table)\(suffix)")) }
        }, planClass, locks)
    }
    var conditions = Self.conditions(on: entity, row, planClass, locks)
    if locks.contains(.scope), case .table = entity.origin {
      // The condition that hides a student hides it in a list of members too.
      for variant in variants {
        guard let discriminator = entity.discriminator,
          let visible = variant.entity.visibility.condition(planClass, row)
        else { continue }
        conditions.append("(\(row[discriminator.column]) <> \(bind: .text(variant.value)) OR \(visible))")
      }
    }
    if let restriction = entity.restriction { conditions.append(restriction(row)) }
    self.conditions = conditions
    isScoped = locks.contains(.scope)
  }

  var alias: String { reference.alias }

  subscript(column: String) -> SQL { reference[column] }

  /// The table, or the subquery, under its alias, as `FROM` names it.
  var table: SQL { "\(origin) \(identifier: alias)" }

  /// The conditions that tie this row to another by a key.
  ///
  ///     courses_by1.id = assignments_2.course_id
  func link(_ column: String, to other: EntityRow, _ otherColumn: String) -> [SQL] {
    ties(column, to: other, otherColumn).map { "\($0.own) = \($0.other)" }
  }

  /// The columns of this row, and those of another that they equal where a key ties the two. The scope is part of every
  /// key; where both rows are in the viewer's scope, their conditions compare it already.
  func ties(_ column: String, to other: EntityRow, _ otherColumn: String) -> [(own: SQL, other: SQL)] {
    let keys = (own: self[column], other: other[otherColumn])
    guard !isScoped, isOfOneScope(with: other.entity) else { return [keys] }
    let scopes = (own: self[entity.scope.column], other: other[other.entity.scope.column])
    return scopes == keys ? [keys] : [scopes, keys]
  }

  /// Whether the owner of the one row owns the other.
  func isOfOneScope(with other: Entity<Viewer>) -> Bool {
    entity.scope.attribute == other.scope.attribute && entity.scope.other == nil && other.scope.other == nil
      // There is no one to compare among several owners.
      && !entity.scope.hasSeveralOwners && !other.scope.hasSeveralOwners
  }

  /// The scope and the visibility of an entity.
  private static func conditions(
    on entity: Entity<Viewer>, _ row: RowReference<Viewer>, _ planClass: Viewer.PlanClass, _ locks: PlannerLocks
  ) -> [SQL] {
    guard locks.contains(.scope) else { return [] }
    let visible = entity.visibility.condition(planClass, row)
    return [entity.scope.condition(on: row)] + (visible.map { [$0] } ?? [])
  }

  /// The keys of all types, each with what holds for its rows everywhere:
  ///
  ///     (SELECT planner_tasks_1.family_id, 'PlannerTask' AS type, planner_tasks_1.id AS id, planner_tasks_1.date AS day
  ///     FROM planner_tasks planner_tasks_1 WHERE planner_tasks_1.family_id = $1
  ///     UNION ALL SELECT assignments_1.family_id, 'Assignment' AS type, assignments_1.id AS id, …)
  private static func union(
    _ parts: [(part: Entity<Viewer>.Part, entity: Entity<Viewer>, row: RowReference<Viewer>)],
    _ planClass: Viewer.PlanClass, _ locks: PlannerLocks
  ) -> SQL {
    let selects = parts.map { part, entity, row -> SQL in
      var conditions = conditions(on: entity, row, planClass, locks)
      if let restriction = entity.restriction { conditions.append(restriction(row)) }
      if let condition = part.condition { conditions.append(condition(row)) }
      let filter: SQL = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
      // A type's name is a word of the schema: letters, digits and underscores.
      var list = [row[entity.scope.column], "'\(unescaped: part.typeName)' AS type", "\(row[entity.key]) AS id"]
      for (name, column) in part.columns { list.append("\(row[column]) AS \(identifier: name)") }
      let table: SQL = "\(identifier: entity.table) \(identifier: row.alias)"
      return "SELECT \(list.joined(separator: ", ")) FROM \(table)\(filter)"
    }
    return "(\(selects.joined(separator: " UNION ALL ")))"
  }
}
