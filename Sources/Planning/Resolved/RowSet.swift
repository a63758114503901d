import GraphQL
import SQL

/// The rows of a level as they are resolved: where they come from, what narrows them down and what orders them. Nothing
/// changes it; the levels below refer to it, since their statements repeat its conditions.
final class RowSet<Viewer: ViewerContext> {
  /// Where the rows come from.
  enum Origin {
    /// The one row with a key.
    case lookup(key: SQL)
    /// The rows with any of some keys.
    case lookups(keys: SQL.Slot)
    /// The rows with any of some keys, in the order of the keys.
    case keyed(keys: SQL.Slot, most: Int)
    /// The targets of a key that the parents' rows give.
    case targets(parent: RowSet, key: SQL)
    /// The same, once for each parent: a row that several parents refer to is read through each.
    case targetsOfRows(parent: RowSet, key: SQL)
    /// The rows that have the values of the parents' rows in some columns.
    case matches(parent: RowSet, columns: [String])
    /// A list under the one row that is the scope itself, or under the root: all rows of the scope.
    case scopeList(ListPage)
    /// A list under each parent.
    case childLists(parent: RowSet, key: String, ListPage)
    /// The same, of rows that others tie to the parents: a row may stand under several.
    case linkedLists(parent: RowSet, Junction<Viewer>, ListPage)
    /// The same, of rows that a condition ties to the parents.
    case tiedLists(parent: RowSet, RowTie<Viewer>, ListPage)
    /// One row for each parent: aggregates over the rows that hold its key.
    case summaries(parent: RowSet, key: String)
    /// The same, for each value of a key that these rows are grouped by.
    case groups(parent: RowSet, key: String, ListPage, order: SQL)
  }

  /// The position of the level in the plan.
  let number: Int
  /// The number of the level whose statement reads the rows of this one too; nil for a statement of its own.
  let sharedStatement: Int?
  /// The name of the subquery for the parents, in the statement of the level.
  let parents: SQL
  let source: EntityRow<Viewer>
  let row: RowReference<Viewer>
  /// The response keys that lead to the level.
  let path: [PathSegment]
  /// The level of the objects that the field was selected of; nil under the root.
  let parent: RowSet?
  let origin: Origin
  /// The arguments of the field that leads to the level.
  let arguments: ArgumentReferences
  /// The conditions on every row of the entity, and the condition of the list.
  let entityConditions: [SQL]
  /// Further conditions: filters, and the places where a page starts and ends.
  let conditions: [SQL]
  /// The values that the filter compares with.
  let operands: [SQL.Slot]
  /// The rows that the filter reads, in each statement that repeats it.
  let filterScans: ScanCost
  /// The sort keys of a list; their order is total.
  let order: [OrderTerm]
  /// The sort keys where the request gives none: those of an index.
  let usualOrder: [OrderTerm]
  /// The context of the fields of a summary.
  let summary: SummaryContext<Viewer>?
  /// The value that says whose row it is, and the one that ties a row to its parent: read for every level, whatever its
  /// fields ask for.
  let scope: RowValue
  let joinKey: RowValue?
  /// Other values that every such level reads, after these.
  let values: [RowValue]

  /// - Parameters:
  ///   - typeName: the type of the objects that the field was selected of, for rows that are read through these.
  ///   - condition: the condition on the rows of the list.
  ///   - bounds: the places where a page starts and ends.
  init(
    _ start: LevelStart<Viewer>, path: [PathSegment], under parent: RowSet?, on typeName: String? = nil, _ origin: Origin,
    arguments: ArgumentReferences, condition: SQL? = nil, filter: ListFilter? = nil, bounds: [SQL] = [],
    order: [OrderTerm]? = nil, usualOrder: [OrderTerm]? = nil, summary: SummaryContext<Viewer>? = nil,
    values: [RowValue] = []
  ) {
    number = start.number
    sharedStatement = start.sharedStatement
    parents = start.parents
    source = start.source
    var way: RowReference<Viewer>.Way?
    if source.entity.isReadThroughRows, let typeName {
      switch origin {
      case .targetsOfRows, .linkedLists: way = RowReference.Way(typeName: typeName, key: "\(parents).key")
      case .lookup, .lookups, .keyed, .targets, .matches, .scopeList, .childLists, .tiedLists, .summaries, .groups: break
      }
    }
    row = source.reference.through(way)
    self.path = path
    self.parent = parent
    self.origin = origin
    self.arguments = arguments
    entityConditions = source.conditions + (condition.map { [$0] } ?? [])
    conditions = (filter?.condition.map { [$0] } ?? []) + bounds
    operands = filter?.operands ?? []
    filterScans = filter?.cost ?? ScanCost()
    let usual = usualOrder ?? source.defaultOrder
    self.usualOrder = usual
    self.order = order ?? usual
    self.summary = summary
    self.values = values
    let ownScope = RowValue(sql: source.entity.scope.owner(of: row), type: .uuid)
    switch origin {
    case .summaries, .groups:
      scope = RowValue(sql: "\(parents).scope", type: .uuid)
      joinKey = RowValue(sql: "\(parents).key", type: .uuid)
    case .linkedLists(let parent, _, _), .tiedLists(let parent, _, _), .targetsOfRows(let parent, _):
      (scope, joinKey) = (ownScope, RowValue(sql: "\(parents).key", type: parent.entity.keyType))
    case .lookup, .scopeList, .keyed:
      (scope, joinKey) = (ownScope, nil)
    case .lookups, .targets:
      (scope, joinKey) = (ownScope, RowValue(sql: row[source.entity.key], type: source.entity.keyType))
    case .matches(_, let columns):
      (scope, joinKey) = (ownScope, Self.matchedKey(columns, of: row))
    case .childLists(let parent, let key, _):
      (scope, joinKey) = (ownScope, RowValue(sql: row[key], type: parent.entity.keyType))
    }
  }

  var entity: Entity<Viewer> { source.entity }

  /// The key of each row.
  var ownKey: RowValue { RowValue(sql: row[entity.key], type: entity.keyType) }

  /// One key for the values of several columns, by which completion joins levels; null where one of them is.
  ///
  ///     md5(assignments_2.student_id::text || assignments_2.course_id::text)::uuid
  static func matchedKey(_ columns: [String], of row: RowReference<Viewer>) -> RowValue {
    let texts = columns.map { column -> SQL in "\(row[column])::text" }
    return RowValue(sql: "md5(\(texts.joined(separator: " || ")))::uuid", type: .uuid)
  }

  /// Whether this level is at most the one row that is the viewer's scope itself, such as its family.
  var isScopeRow: Bool {
    if case .lookup = origin { entity.isScope } else { false }
  }

  /// Whether the statement reads all rows of the entity that the viewer may see, whatever refers to them, so that others
  /// may have theirs from it. Such a level is never filtered.
  var readsAll: Bool {
    guard case .targets = origin else { return false }
    return entity.extent == .small
  }

  /// Whether each row sums up rows of the entity, or, where it matches its parents, of what the entity is computed from.
  var isSummary: Bool {
    switch origin {
    case .summaries, .groups, .matches: true
    default: false
    }
  }

  /// The column of the key that rows are grouped by, as it is called inside the statement: the first of the values after
  /// the scope and the key of the parents.
  static var groupKeyName: String { ColumnList.name(ofColumn: 2) }

  /// The columns in which rows equal their parents beside the key: the scope where it is not a condition of both, since it is part of
  /// the key; else what keeps a family's rows together, by which they are indexed. Nil where the key is enough.
  var tieColumns: (own: String, parents: String)? {
    guard let parent else { return nil }
    if !source.isScoped && source.isOfOneScope(with: parent.entity) { return (entity.scope.column, parent.entity.scope.column) }
    guard case .childLists = origin, let home = entity.scope.home, home == parent.entity.scope.home else { return nil }
    return (home, home)
  }
}
