import GraphQL
import SQL

/// A level while it is planned: which rows it reads, and the columns that its fields ask for.
final class LevelBuilder<Viewer: ViewerContext> {
  /// Where the rows come from.
  enum Rows {
    /// The one row with a key.
    case lookup(key: SQL)
    /// The targets of a key column of the parents.
    case targets(parent: LevelBuilder, foreignKey: String)
    /// A list under the one row that is the scope itself, or under the root: all rows of the scope.
    case scopeList(ListPage)
    /// A list under each parent.
    case childLists(parent: LevelBuilder, key: String, ListPage)
  }

  let index: Int
  /// The response keys that lead to the level.
  let path: [PathSegment]
  /// The level of the objects that the field was selected of; nil under the root.
  let parent: LevelBuilder?
  let entity: Entity<Viewer>
  let row: RowReference<Viewer>
  let rows: Rows
  /// The arguments of the field that leads to the level.
  let arguments: ArgumentReferences
  /// What the rows are read from: a table, or a subquery.
  private let origin: SQL
  /// The scope, the visibility and the restriction, which hold for every row of the entity, everywhere; and what
  /// the list is of.
  let entityConditions: [SQL]
  private(set) var columns: [(sql: SQL, type: SQLType)] = []
  /// The column that says whose row it is, and the one that ties a row to its parent: read for every level,
  /// whatever its fields ask for.
  private(set) var scopeColumn = 0
  private(set) var joinColumn: Int?
  /// Known once what is selected of the level is planned.
  var content: LevelContent?

  /// - Parameter variants: the object types of an abstract entity, by the value of its discriminator.
  init(
    index: Int, path: [PathSegment], parent: LevelBuilder?, entity: Entity<Viewer>,
    variants: [(value: String, entity: Entity<Viewer>)], rows: Rows, arguments: ArgumentReferences,
    condition: Resolver<Viewer>.Condition?, planClass: Viewer.PlanClass, locks: PlannerLocks,
    viewerSlot: @escaping (Viewer.Attribute) -> SQL.Slot
  ) {
    self.index = index
    self.path = path
    self.parent = parent
    self.entity = entity
    self.rows = rows
    self.arguments = arguments
    func reference(to entity: Entity<Viewer>) -> RowReference<Viewer> {
      RowReference(alias: "\(entity.table)_\(index)") { "\(viewerSlot($0))" }
    }
    row = reference(to: entity)
    switch entity.origin {
    case .table: origin = "\(identifier: entity.table)"
    case .computed(let rows): origin = "(\(rows(arguments) { "\(viewerSlot($0))" }))"
    case .union(let parts):
      origin = Self.union(
        parts.compactMap { part in
          let target = variants.first { $0.entity.typeName == part.typeName }?.entity
          return target.map { (part, $0, reference(to: $0)) }
        }, planClass, locks)
    }
    var conditions = Self.conditions(on: entity, row, planClass, locks)
    if locks.contains(.scope), case .table = entity.origin {
      // What hides a student hides it in a list of members too.
      for variant in variants {
        guard let discriminator = entity.discriminator,
          let visible = variant.entity.visibility.condition(planClass, row)
        else { continue }
        conditions.append("(\(row[discriminator.column]) <> \(bind: .text(variant.value)) OR \(visible))")
      }
    }
    if let restriction = entity.restriction { conditions.append(restriction(row)) }
    if let own = condition?(row, arguments) { conditions.append(own) }
    entityConditions = conditions
    scopeColumn = column(row[entity.scope.column], .uuid)
    joinColumn =
      switch rows {
      case .lookup, .scopeList: nil
      case .targets: column(row[entity.key], entity.keyType)
      case .childLists(let parent, let key, _): column(row[key], parent.entity.keyType)
      }
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
      let filter: SQL = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
      // A type's name is a word of the schema: letters, digits and underscores.
      var list = [row[entity.scope.column], "'\(unescaped: part.typeName)' AS type", "\(row[entity.key]) AS id"]
      for (name, column) in part.columns { list.append("\(row[column]) AS \(identifier: name)") }
      let table: SQL = "\(identifier: entity.table) \(identifier: row.alias)"
      return "SELECT \(list.joined(separator: ", ")) FROM \(table)\(filter)"
    }
    return "(\(selects.joined(separator: " UNION ALL ")))"
  }

  /// Whether this level is at most the one row that is the viewer's scope itself, such as its family.
  var isScopeRow: Bool {
    if case .lookup = rows { entity.key == entity.scope.column } else { false }
  }

  private var page: ListPage? {
    switch rows {
    case .lookup, .targets: nil
    case .scopeList(let page), .childLists(_, _, let page): page
    }
  }

  /// The index of the column that holds `sql`: equal expressions are read once.
  func column(_ sql: SQL, _ type: SQLType) -> Int {
    if let known = columns.firstIndex(where: { $0.sql == sql }) { return known }
    columns.append((sql, type))
    return columns.count - 1
  }

  /// The level as it will be run and completed.
  /// - Precondition: what is selected of it has been planned.
  var finished: Level<Viewer> {
    guard let content else { preconditionFailure("level \(index) was left open") }
    return Level(
      path: path, typeName: entity.typeName, template: statement.template,
      shape: LevelShape(
        columns: columns.map(\.type), joinColumn: joinColumn, scopeColumn: scopeColumn, content: content),
      scopeAttribute: entity.scope.attribute, bound: RowBound(parent: parent?.index, page: page))
  }

  /// The level's statement.
  private var statement: SQL {
    select(columns.map(\.sql).joined(separator: ", "), isForKeys: false)
  }

  /// The keys that a child level's rows refer to, as a subquery of its own: every condition of this level
  /// and of those above it once more, so that a child need not wait for its parents' rows.
  private func keys(_ column: String) -> SQL { select("\(row[column]) AS key", isForKeys: true) }

  /// What the level reads, with `list` selected.
  ///
  ///     SELECT … FROM members members_1 WHERE members_1.family_id = $1 ORDER BY … LIMIT $2 OFFSET $3
  ///
  /// A list under many parents is bounded for each of them:
  ///
  ///     SELECT … FROM (SELECT members_1.id AS key FROM members members_1 WHERE …) parents_2
  ///     CROSS JOIN LATERAL (SELECT * FROM assignments assignments_2
  ///       WHERE assignments_2.family_id = $1 AND assignments_2.student_id = parents_2.key
  ///       ORDER BY … LIMIT $4 OFFSET $5) assignments_2
  ///     ORDER BY …
  private func select(_ list: SQL, isForKeys: Bool) -> SQL {
    let alias: SQL = "\(identifier: row.alias)"
    let table: SQL = "\(origin) \(alias)"
    switch rows {
    case .lookup(let key):
      return "SELECT \(list) FROM \(table)\(filter(["\(row[entity.key]) = \(key)"]))"
    case .targets(let parent, let foreignKey):
      // Rows that no parent wants are dropped, but their children would be read for nothing.
      if entity.extent == .small && !isForKeys { return "SELECT \(list) FROM \(table)\(filter([]))" }
      let wanted: SQL = "\(row[entity.key]) IN (\(parent.keys(foreignKey)))"
      return "SELECT \(list) FROM \(table)\(filter([wanted]))"
    case .scopeList(let page):
      return "SELECT \(list) FROM \(table)\(filter([])) \(order) \(limit(page))"
    case .childLists(let parent, let key, let page):
      let parents: SQL = "\(identifier: "parents_\(index)")"
      let ofParent: SQL = "\(row[key]) = \(parents).key"
      return """
        SELECT \(list) FROM (\(parent.keys(parent.entity.key))) \(parents) \
        CROSS JOIN LATERAL (SELECT * FROM \(table)\(filter([ofParent])) \
        \(order) \(limit(page))) \(alias)\(isForKeys ? "" : " \(order)")
        """
    }
  }

  private func filter(_ extra: [SQL]) -> SQL {
    var conditions = entityConditions
    for condition in extra where !conditions.contains(condition) { conditions.append(condition) }
    return conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
  }

  /// The entity's order, made total by its key.
  private var order: SQL {
    let columns = entity.order.filter { $0.column != entity.key }.map { order -> SQL in
      order.isDescending ? "\(row[order.column]) DESC" : row[order.column]
    }
    return "ORDER BY \((columns + [row[entity.key]]).joined(separator: ", "))"
  }

  private func limit(_ page: ListPage) -> SQL {
    page.offset.map { "LIMIT \(page.first) OFFSET \($0)" } ?? "LIMIT \(page.first)"
  }
}
