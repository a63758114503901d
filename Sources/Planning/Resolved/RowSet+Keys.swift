import SQL

extension RowSet {
  /// The level by whose rows this level's are found, with what is taken of them: under `key` what ties the rows, and under `scope`
  /// whose row it is where the tie does not say that.
  var taken: (parent: RowSet, values: [(name: String, value: RowValue)])? {
    switch origin {
    case .lookup, .lookups, .keyed, .scopeList: nil
    case .childLists where keyRange != nil: nil
    case .targets(let parent, let key): (parent, [("key", RowValue(sql: key, type: entity.keyType))])
    case .targetsOfRows(let parent, let key):
      (parent, [("key", parent.ownKey), ("target", RowValue(sql: key, type: entity.keyType))])
    case .matches(let parent, let columns):
      (parent, columns.map { ($0, RowValue(sql: parent.row[$0], type: .uuid)) })
    case .childLists(let parent, _, _), .linkedLists(let parent, _, _):
      (parent, (tieColumns.map { [("scope", RowValue(sql: parent.row[$0.parents], type: .uuid))] } ?? []) + [("key", parent.ownKey)])
    case .tiedLists(let parent, let tie, _):
      (parent, tie.columns.map { ($0.name, RowValue(sql: parent.row[$0.name], type: $0.type)) } + [("key", parent.ownKey)])
    case .summaries(let parent, _), .groups(let parent, _, _, _):
      (parent, [("scope", parent.rowScope), ("key", parent.ownKey)])
    }
  }

  /// The condition that a row of a list stands under one of the parents, where their keys are consecutive: then all lists are read at
  /// once, and each is cut off at the end of its page.
  ///
  ///     planner_entries_1.day BETWEEN $2 AND $2 + 6
  var keyRange: SQL? {
    guard case .childLists(let parent, let key, let page) = origin, !page.isFromEnd, let range = parent.entity.keyRange else { return nil }
    let (first, last) = range(parent.arguments, row.viewerValue)
    return "\(row[key]) BETWEEN \(first) AND \(last)"
  }

  /// Whether the statement hands on keys to the levels below, which would otherwise find its rows once more: worth it unless they are
  /// one row, which is found by keys, or the few of a list that nothing is above.
  var handsOnKeys: Bool {
    if sharedStatement != nil || readsAll { return false }
    return switch origin {
    case .lookup, .lookups, .keyed, .matches, .summaries, .groups: false
    case .scopeList: entity.extent != .small || !conditions.isEmpty
    case .targets(let parent, _), .targetsOfRows(let parent, _): !parent.isOneRow
    case .childLists, .linkedLists, .tiedLists: true
    }
  }

  /// Whether there is at most one row, which a key leads to.
  private var isOneRow: Bool {
    switch origin {
    case .lookup: true
    case .targets(let parent, _), .targetsOfRows(let parent, _): parent.isOneRow
    default: false
    }
  }

  /// Whether each row is made of aggregates.
  var isAggregated: Bool {
    switch origin {
    case .summaries, .groups: true
    default: false
    }
  }

  /// Whether a key may stand in several rows: of a row under several parents, or of an entity that repeats keys.
  var repeatsRows: Bool {
    switch origin {
    case .linkedLists, .tiedLists, .targetsOfRows: true
    default: entity.repeatsKeys
    }
  }

  /// The column that says whose row it is, also where completion compares another owner.
  private var rowScope: RowValue { RowValue(sql: row[entity.scope.column], type: .uuid) }
}
