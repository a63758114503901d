import GraphQL
import SQL

/// A level while it is planned: which rows it reads, and the columns that its fields ask for.
final class LevelBuilder<Viewer: ViewerContext> {
  /// Where the rows come from.
  enum Rows {
    /// The one row with a key.
    case lookup(key: SQL)
    /// The rows with any of some keys.
    case lookups(keys: SQL.Slot)
    /// The targets of a key column of the parents.
    case targets(parent: LevelBuilder, foreignKey: String)
    /// A list under the one row that is the scope itself, or under the root: all rows of the scope.
    case scopeList(ListPage)
    /// A list under each parent.
    case childLists(parent: LevelBuilder, key: String, ListPage)
    /// One row for each parent: aggregates over the rows that hold its key.
    case summaries(parent: LevelBuilder, key: String)
    /// The same, for each value of a key that these rows are grouped by.
    case groups(parent: LevelBuilder, key: String, ListPage)
  }

  let index: Int
  /// The level whose statement reads the rows of this one too; nil for a level with a statement of its own.
  let sharedStatement: LevelBuilder?
  /// The response keys that lead to the level.
  let path: [PathSegment]
  /// The level of the objects that the field was selected of; nil under the root.
  let parent: LevelBuilder?
  let source: EntityRow<Viewer>
  let rows: Rows
  /// The arguments of the field that leads to the level.
  let arguments: ArgumentReferences
  /// What holds for every row of the entity everywhere, and what the list is of.
  private let entityConditions: [SQL]
  /// The columns of the statement, which are also those of levels that borrow its rows.
  private let list: ColumnList
  /// Those that the level's own fields ask for.
  private var ownColumns: Set<SQL> = []
  /// The column that says whose row it is, and the one that ties a row to its parent: read for every level,
  /// whatever its fields ask for.
  private(set) var scopeColumn = 0
  private(set) var joinColumn: Int?
  /// What narrows the rows down further: filters, and the places where a page starts and ends.
  var conditions: [SQL] = []
  /// What the filter reads, in each statement that repeats it.
  private var filterScans = ScanCost()
  /// What columns of the rows read, such as the number of objects in a filtered list.
  var columnScans = ScanCost()
  /// What a list is ordered by; total.
  var order: [OrderTerm]
  /// What it is ordered by where the request does not say: in an order that an index has.
  var usualOrder: [OrderTerm]
  /// What the rows of a summary are taken together by, and where they are aggregated.
  var summary: SummaryContext<Viewer>?
  /// Known once what is selected of the level is planned.
  var content: LevelContent?

  init(
    index: Int, path: [PathSegment], parent: LevelBuilder?, source: EntityRow<Viewer>, rows: Rows,
    sharing sharedStatement: LevelBuilder?, arguments: ArgumentReferences, condition: Resolver<Viewer>.Condition?
  ) {
    self.index = index
    self.sharedStatement = sharedStatement
    list = sharedStatement?.list ?? ColumnList()
    self.path = path
    self.parent = parent
    self.source = source
    self.rows = rows
    self.arguments = arguments
    entityConditions = source.conditions + (condition?(source.reference, arguments).map { [$0] } ?? [])
    order = source.defaultOrder
    usualOrder = order
    switch rows {
    case .summaries, .groups:
      scopeColumn = column("\(parents).scope", .uuid)
      joinColumn = column("\(parents).key", .uuid)
    case .lookup, .scopeList:
      scopeColumn = column(row[entity.scope.column], .uuid)
    case .lookups, .targets:
      scopeColumn = column(row[entity.scope.column], .uuid)
      joinColumn = column(row[entity.key], entity.keyType)
    case .childLists(let parent, let key, _):
      scopeColumn = column(row[entity.scope.column], .uuid)
      joinColumn = column(row[key], parent.entity.keyType)
    }
  }

  var entity: Entity<Viewer> { source.entity }
  var row: RowReference<Viewer> { source.reference }

  /// Whether this level is at most the one row that is the viewer's scope itself, such as its family.
  var isScopeRow: Bool {
    if case .lookup = rows { entity.key == entity.scope.column } else { false }
  }

  /// Whether the statement reads all rows of the entity that the viewer may see, whatever refers to them, so that others
  /// may have theirs from it. Such a level is never filtered.
  var readsAll: Bool {
    guard case .targets = rows else { return false }
    return entity.extent == .small
  }

  func add(_ filter: PlanDraft<Viewer>.ListFilter) {
    conditions.append(filter.condition)
    filterScans += filter.cost
  }

  /// The index of the column that holds `sql`.
  func column(_ sql: SQL, _ type: SQLType) -> Int {
    ownColumns.insert(sql)
    return list.index(of: sql, type)
  }

  /// The level as it will be completed.
  /// - Parameter statement: the index of the one that reads its rows.
  /// - Precondition: what is selected of it has been planned.
  func finished(statement: Int) -> Level<Viewer> {
    guard let content else { preconditionFailure("level \(index) was left open") }
    return Level(
      path: path, typeName: entity.typeName,
      shape: LevelShape(
        statement: statement, joinColumn: joinColumn, scopeColumn: scopeColumn, content: content),
      scopeAttribute: entity.scope.attribute, bound: bound, cost: cost(of: content))
  }

  private func cost(of content: LevelContent) -> LevelCost {
    var isSummary = false
    switch rows {
    case .summaries, .groups: isSummary = true
    default: break
    }
    return LevelCost(
      values: content.valueCount, expressions: ownColumns, isSummary: isSummary, hasStatement: sharedStatement == nil,
      scans: scans(isForKeys: false) + columnScans)
  }

  /// What the statement reads besides the rows that it answers with: for its filter and its order, and for those of the
  /// levels above, which it repeats.
  private func scans(isForKeys: Bool) -> ScanCost {
    switch rows {
    case .lookup, .lookups: return ScanCost()
    case .scopeList: return filterScans + orderScans
    case .targets(let parent, _): return readsAll && !isForKeys ? ScanCost() : parent.scans(isForKeys: true)
    case .childLists(let parent, _, _): return filterScans + orderScans + parent.scans(isForKeys: true)
    case .summaries(let parent, _), .groups(let parent, _, _):
      return filterScans + .scan(of: entity) + parent.scans(isForKeys: true)
    }
  }

  /// An order of its own is that of no index: all rows are sorted.
  private var orderScans: ScanCost {
    order.clause() == usualOrder.clause() ? ScanCost() : .sort(of: entity, by: order.map(\.sql))
  }

  private var bound: RowBound {
    let quota = entity.quota?.rows
    return switch rows {
    case .lookup, .targets: RowBound(parent: parent?.index, page: nil, quota: quota)
    case .lookups(let keys): RowBound(parent: parent?.index, page: nil, keys: keys, quota: quota)
    case .scopeList(let page), .childLists(_, _, let page):
      RowBound(parent: parent?.index, page: page, quota: quota)
    // A row of these sums up rows of the entity.
    case .summaries: RowBound(parent: parent?.index, page: nil)
    case .groups(_, _, let page): RowBound(parent: parent?.index, page: page)
    }
  }

  /// The statement that reads the level's rows, once all columns are known.
  var statement: PlannedStatement {
    precondition(!readsAll || conditions.isEmpty, "a filter of level \(index) would be one of levels that borrow its rows")
    let columns = list.columns
    return PlannedStatement(
      template: select(columns.map(\.sql).joined(separator: ", "), isForKeys: false).template,
      columns: columns.map(\.type))
  }

  /// The keys that a child level's rows refer to, as a subquery of its own: every condition of this level
  /// and of those above it once more, so that a child need not wait for its parents' rows.
  func keys(_ column: String) -> SQL { select("\(row[column]) AS key", isForKeys: true) }

  /// The same, with whose row each is.
  func keysWithScope(_ column: String) -> SQL {
    select("\(row[entity.scope.column]) AS scope, \(row[column]) AS key", isForKeys: true)
  }

  /// What the subquery of the parents is called in this level's statement.
  var parents: SQL { "\(identifier: "parents_\(index)")" }

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
    let table = source.table
    switch rows {
    case .lookup(let key):
      return "SELECT \(list) FROM \(table)\(filter(["\(row[entity.key]) = \(key)"]))"
    case .lookups(let keys):
      return "SELECT \(list) FROM \(table)\(filter(["\(row[entity.key]) = ANY (\(keys))"]))"
    case .targets(let parent, let foreignKey):
      // Rows that no parent wants are dropped, but their children would be read for nothing.
      if readsAll && !isForKeys { return "SELECT \(list) FROM \(table)\(filter([]))" }
      let wanted: SQL = "\(row[entity.key]) IN (\(parent.keys(foreignKey)))"
      return "SELECT \(list) FROM \(table)\(filter([wanted]))"
    case .scopeList(let page):
      guard page.isFromEnd else { return "SELECT \(list) FROM \(table)\(filter([])) \(slice(page))" }
      return """
        SELECT \(list) FROM (SELECT * FROM \(table)\(filter([])) \(slice(page))) \(alias)\
        \(isForKeys ? "" : " \(order.clause())")
        """
    case .childLists(let parent, let key, let page):
      let keys = tiesByScope ? parent.keysWithScope(parent.entity.key) : parent.keys(parent.entity.key)
      return """
        SELECT \(list) FROM (\(keys)) \(parents) \
        CROSS JOIN LATERAL (SELECT * FROM \(table)\(filter(ofParent(key))) \
        \(slice(page))) \(alias)\(isForKeys ? "" : " \(order.clause())")
        """
    case .summaries(let parent, let key):
      return """
        SELECT \(isForKeys ? list : aggregates) FROM (\(parent.keysWithScope(parent.entity.key))) \(parents) \
        CROSS JOIN LATERAL (\(aggregated(by: key))) \(alias)
        """
    case .groups(let parent, let key, let page):
      let order: SQL = summary?.order ?? ""
      return """
        SELECT \(isForKeys ? list : aggregates) FROM (\(parent.keysWithScope(parent.entity.key))) \(parents) \
        CROSS JOIN LATERAL (SELECT * FROM (\(aggregated(by: key)) GROUP BY 1) \(alias) \
        \(order) LIMIT \(page.first)\(page.offset.map { " OFFSET \($0)" } ?? "")) \(alias) \(order)
        """
    }
  }

  /// Whether the scope has to be said where rows are tied to their parents: it is part of the key, but a condition of
  /// both where they are in the viewer's scope.
  private var tiesByScope: Bool {
    !source.isScoped && parent.map { source.isOfOneScope(with: $0.entity) } ?? false
  }

  private func ofParent(_ key: String) -> [SQL] {
    let keys: SQL = "\(row[key]) = \(parents).key"
    return tiesByScope ? ["\(row[entity.scope.column]) = \(parents).scope", keys] : [keys]
  }

  private func slice(_ page: ListPage) -> SQL {
    "\(order.clause(reversed: page.isFromEnd)) LIMIT \(page.first)\(page.offset.map { " OFFSET \($0)" } ?? "")"
  }

  private func filter(_ extra: [SQL]) -> SQL {
    var all = entityConditions
    for condition in extra + conditions where !all.contains(condition) { all.append(condition) }
    return all.isEmpty ? "" : " WHERE \(all.joined(separator: " AND "))"
  }

  // MARK: Summaries

  /// The columns of a summary by the names that they have inside: the scope and the key are the parents' own.
  ///
  ///     parents_2.scope, parents_2.key, assignments_2.c2, assignments_2.c3
  private var aggregates: SQL {
    list.columns.enumerated().map { index, column in
      index == scopeColumn || index == joinColumn ? column.sql : row[Self.name(ofColumn: index)]
    }.joined(separator: ", ")
  }

  static func name(ofColumn index: Int) -> String { "c\(index)" }

  /// The aggregates over the rows of one parent.
  ///
  ///     SELECT count(*)::int4 AS c2, … FROM assignments assignments_2
  ///     WHERE assignments_2.family_id = $1 AND assignments_2.student_id = parents_2.key
  private func aggregated(by key: String) -> SQL {
    let inner = list.columns.enumerated().filter { $0.offset != scopeColumn && $0.offset != joinColumn }
      .map { index, column -> SQL in "\(column.sql) AS \(identifier: Self.name(ofColumn: index))" }
    return "SELECT \(inner.joined(separator: ", ")) FROM \(source.table)\(filter(ofParent(key)))"
  }
}

extension EntityRow {
  /// The entity's own order, made total by its key.
  var defaultOrder: [OrderTerm] { total(entity.order) }

  /// An order by columns, made total by the key.
  func total(_ order: [Entity<Viewer>.Order]) -> [OrderTerm] {
    let key = OrderTerm(name: entity.key, sql: self[entity.key], type: nil, isNullable: false)
    return order.filter { $0.column != entity.key }.map { order in
      OrderTerm(
        name: order.column, sql: self[order.column], type: nil, isNullable: true, isDescending: order.isDescending,
        putsNullsFirst: order.isDescending)
    } + [key]
  }
}
