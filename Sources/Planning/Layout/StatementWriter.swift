import SQL

/// Writes the statements of levels, once the columns of all of them are known.
struct StatementWriter<Viewer: ViewerContext> {
  /// The columns of each level.
  let columns: [ColumnList]

  /// The statement that reads the rows of a level.
  func statement(of rows: RowSet<Viewer>) -> SQL {
    precondition(
      !rows.readsAll || rows.conditions.isEmpty, "a filter of level \(rows.number) would be one of levels that borrow its rows")
    return select(columns[rows.number].columns.map(\.sql).joined(separator: ", "), from: rows, isForKeys: false)
  }

  /// The keys that a child level's rows refer to, as a subquery of its own: every condition of the level
  /// and of those above it once more, so that a child need not wait for its parents' rows.
  private func keys(_ key: SQL, of rows: RowSet<Viewer>) -> SQL {
    select("\(key) AS key", from: rows, isForKeys: true)
  }

  /// The same, with whose row each is.
  private func keysWithScope(_ column: String, of rows: RowSet<Viewer>) -> SQL {
    select("\(rows.row[rows.entity.scope.column]) AS scope, \(rows.row[column]) AS key", from: rows, isForKeys: true)
  }

  /// The rows of a level with `list` selected.
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
  private func select(_ list: SQL, from rows: RowSet<Viewer>, isForKeys: Bool) -> SQL {
    let (row, entity, table, parents) = (rows.row, rows.entity, rows.source.table, rows.parents)
    let alias: SQL = "\(identifier: row.alias)"
    switch rows.origin {
    case .lookup(let key):
      return "SELECT \(list) FROM \(table)\(filter(rows, ["\(row[entity.key]) = \(key)"]))"
    case .lookups(let keys):
      return "SELECT \(list) FROM \(table)\(filter(rows, ["\(row[entity.key]) = ANY (\(keys))"]))"
    case .keyed(let keys, _):
      let order: SQL = isForKeys ? "" : " ORDER BY array_position(\(keys), \(row[entity.key]))"
      return "SELECT \(list) FROM \(table)\(filter(rows, ["\(row[entity.key]) = ANY (\(keys))"]))\(order)"
    case .targets(let parent, let key):
      // Rows that no parent wants are dropped, but their children would be read for nothing.
      if rows.readsAll && !isForKeys { return "SELECT \(list) FROM \(table)\(filter(rows, []))" }
      let wanted: SQL = "\(row[entity.key]) IN (\(keys(key, of: parent)))"
      return "SELECT \(list) FROM \(table)\(filter(rows, [wanted]))"
    case .matches(let parent, let columns):
      // Each pair of values once: many assignments are of one student and one course.
      let wanted = columns.map { column -> SQL in "\(parent.row[column]) AS \(identifier: column)" }
      let names = columns.map { column -> SQL in "\(identifier: column)" }.joined(separator: ", ")
      let ties = columns.map { column -> SQL in "\(row[column]) = \(parents).\(identifier: column)" }
      return """
        SELECT \(list) FROM (SELECT DISTINCT \(names) FROM \
        (\(select(wanted.joined(separator: ", "), from: parent, isForKeys: true))) wanted) \(parents) \
        CROSS JOIN LATERAL (SELECT * FROM \(table)\(filter(rows, ties)) OFFSET 0) \(alias)
        """
    case .scopeList(let page):
      guard page.isFromEnd else { return "SELECT \(list) FROM \(table)\(filter(rows, [])) \(slice(page, of: rows))" }
      return """
        SELECT \(list) FROM (SELECT * FROM \(table)\(filter(rows, [])) \(slice(page, of: rows))) \(alias)\
        \(isForKeys ? "" : " \(rows.order.clause())")
        """
    case .childLists(let parent, let key, let page):
      let parentKey = parent.entity.key
      let keys = rows.tiesByScope ? keysWithScope(parentKey, of: parent) : keys(parent.row[parentKey], of: parent)
      return """
        SELECT \(list) FROM (\(keys)) \(parents) \
        CROSS JOIN LATERAL (SELECT * FROM \(table)\(filter(rows, ties(rows, by: key))) \
        \(slice(page, of: rows))) \(alias)\(isForKeys ? "" : " \(rows.order.clause())")
        """
    case .linkedLists(let parent, let junction, let page):
      let tie = junction.row(beside: rows.source)
      let parentKey = parent.entity.key
      let keys = rows.tiesByScope ? keysWithScope(parentKey, of: parent) : keys(parent.row[parentKey], of: parent)
      let scope: [SQL] = rows.tiesByScope ? ["\(tie[junction.entity.scope.column]) = \(parents).scope"] : []
      let ties = junction.conditions(beside: rows.source) + scope + ["\(tie[junction.parentKey]) = \(parents).key"]
      // A row that stands under several parents is one for the levels below.
      return """
        SELECT \(isForKeys ? "DISTINCT " : "")\(list) FROM (\(keys)) \(parents) \
        CROSS JOIN LATERAL (SELECT \(alias).* FROM \(junction.joined(to: rows.source))\(filter(rows, ties)) \
        \(slice(page, of: rows))) \(alias)\(isForKeys ? "" : " \(rows.order.clause())")
        """
    case .summaries(let parent, let key):
      return """
        SELECT \(isForKeys ? list : aggregates(of: rows)) FROM (\(keysWithScope(parent.entity.key, of: parent))) \(parents) \
        CROSS JOIN LATERAL (\(aggregated(rows, by: key))) \(alias)
        """
    case .groups(let parent, let key, let page, let order):
      return """
        SELECT \(isForKeys ? list : aggregates(of: rows)) FROM (\(keysWithScope(parent.entity.key, of: parent))) \(parents) \
        CROSS JOIN LATERAL (SELECT * FROM (\(aggregated(rows, by: key)) GROUP BY 1) \(alias) \
        \(order) LIMIT \(page.first)\(page.offset.map { " OFFSET \($0)" } ?? "")) \(alias) \(order)
        """
    }
  }

  /// The conditions that tie a row to its parent.
  private func ties(_ rows: RowSet<Viewer>, by key: String) -> [SQL] {
    let keys: SQL = "\(rows.row[key]) = \(rows.parents).key"
    return rows.tiesByScope ? ["\(rows.row[rows.entity.scope.column]) = \(rows.parents).scope", keys] : [keys]
  }

  private func slice(_ page: ListPage, of rows: RowSet<Viewer>) -> SQL {
    "\(rows.order.clause(reversed: page.isFromEnd)) LIMIT \(page.first)\(page.offset.map { " OFFSET \($0)" } ?? "")"
  }

  private func filter(_ rows: RowSet<Viewer>, _ extra: [SQL]) -> SQL {
    var all = rows.entityConditions
    for condition in extra + rows.conditions where !all.contains(condition) { all.append(condition) }
    return all.isEmpty ? "" : " WHERE \(all.joined(separator: " AND "))"
  }

  // MARK: Summaries

  /// The columns of a summary by the names that they have inside: the scope and the key are the parents' own.
  ///
  ///     parents_2.scope, parents_2.key, assignments_2.c2, assignments_2.c3
  private func aggregates(of rows: RowSet<Viewer>) -> SQL {
    columns[rows.number].columns.enumerated().map { index, column in
      isOfParents(column, rows) ? column.sql : rows.row[ColumnList.name(ofColumn: index)]
    }.joined(separator: ", ")
  }

  /// The aggregates over the rows of one parent.
  ///
  ///     SELECT count(*)::int4 AS c2, … FROM assignments assignments_2
  ///     WHERE assignments_2.family_id = $1 AND assignments_2.student_id = parents_2.key
  private func aggregated(_ rows: RowSet<Viewer>, by key: String) -> SQL {
    let inner = columns[rows.number].columns.enumerated().filter { !isOfParents($0.element, rows) }
      .map { index, column -> SQL in "\(column.sql) AS \(identifier: ColumnList.name(ofColumn: index))" }
    return "SELECT \(inner.joined(separator: ", ")) FROM \(rows.source.table)\(filter(rows, ties(rows, by: key)))"
  }

  private func isOfParents(_ column: RowValue, _ rows: RowSet<Viewer>) -> Bool {
    column == rows.scope || column == rows.joinKey
  }
}
