import SQL

/// Writes the statements of levels, once the columns of all of them are known.
struct StatementWriter<Viewer: ViewerContext> {
  /// The columns of each level: those that are read, and further ones that are only handed on.
  private let columns: [ColumnList]
  /// How many columns of each level are read.
  private let counts: [Int]
  /// The keys that each level hands on.
  private var handed: [HandedKeys]

  /// - Parameters:
  ///   - levels: all levels of a plan.
  ///   - columns: the columns of each.
  init(of levels: [RowSet<Viewer>], columns: [ColumnList]) {
    self.columns = columns
    counts = columns.map(\.columns.count)
    handed = levels.map { HandedKeys(of: $0.number) }
    for level in levels where level.sharedStatement == nil && !level.readsAll { handOn(to: level) }
  }

  /// Notes what a level takes of those above it.
  private mutating func handOn(to level: RowSet<Viewer>) {
    guard let (parent, values) = level.taken else { return }
    // Its statement is repeated, with what that takes.
    guard parent.handsOnKeys else { return handOn(to: parent) }
    for (_, value) in values { handed[parent.number].add(columns[parent.number].index(of: value)) }
  }

  /// The statement that reads the rows of a level.
  func statement(of rows: RowSet<Viewer>) -> SQL {
    precondition(
      !rows.readsAll || rows.conditions.isEmpty, "a filter of level \(rows.number) would be one of levels that borrow its rows")
    let values = values(of: rows)
    let keys = handed[rows.number]
    if keys.isEmpty { return select(values.joined(separator: ", "), from: rows, isForKeys: false) }
    return keys.statement(values: values, selecting: counts[rows.number], repeats: rows.repeatsRows) { list in
      select(list, from: rows, isForKeys: false)
    }
  }

  /// The types of the columns that the statement has.
  func types(of rows: RowSet<Viewer>) -> [SQLType] { columns[rows.number].columns.prefix(counts[rows.number]).map(\.type) }

  /// The keys of a level that another's rows are tied to, under a name.
  ///
  ///     unnest(string_to_array(current_setting('hatched.keys_2_1', true), ',', '')::uuid[]) parents_3(key)
  ///
  /// Where the level does not hand them on, its statement is repeated, so that none waits for another's rows:
  ///
  ///     (SELECT families_0.family_id AS scope, families_0.id AS key FROM families families_0 WHERE …) parents_3
  private func parents(of rows: RowSet<Viewer>, as alias: SQL? = nil) -> SQL {
    let alias = alias ?? rows.parents
    guard let (parent, values) = rows.taken else { preconditionFailure("level \(rows.number) is tied to no other") }
    guard parent.handsOnKeys else {
      let list = values.map { name, value -> SQL in "\(value.sql) AS \(identifier: name)" }
      return "(\(select(list.joined(separator: ", "), from: parent, isForKeys: true))) \(alias)"
    }
    let names = values.map { name, _ -> SQL in "\(identifier: name)" }.joined(separator: ", ")
    return "unnest(\(values.map { array(of: $0.value, parent) }.joined(separator: ", "))) \(alias)(\(names))"
  }

  /// The rows that are the targets of keys of another level.
  ///
  ///     SELECT … FROM courses courses_3
  ///     WHERE courses_3.family_id = $1 AND courses_3.id IN (SELECT assignments_2.course_id AS key FROM …)
  ///
  /// Keys that are handed on are looked up one by one, each once: PostgreSQL does not know how many they are, and may find it cheaper to
  /// read the whole family for ten than to look up ten, which it is not for one with a thousand assignments.
  ///
  ///     SELECT … FROM (SELECT DISTINCT key FROM unnest(…) wanted(key)) parents_3
  ///     CROSS JOIN LATERAL (SELECT * FROM courses courses_3
  ///       WHERE courses_3.family_id = $1 AND courses_3.id = parents_3.key OFFSET 0) courses_3
  private func targets(_ list: SQL, of key: SQL, _ parent: RowSet<Viewer>, in rows: RowSet<Viewer>) -> SQL {
    let own = rows.row[rows.entity.key]
    guard parent.handsOnKeys else {
      let wanted: SQL = "\(own) IN (\(select("\(key) AS key", from: parent, isForKeys: true)))"
      return "SELECT \(list) FROM \(rows.source.table)\(filter(rows, [wanted]))"
    }
    return """
      SELECT \(list) FROM (SELECT DISTINCT key FROM \(parents(of: rows, as: "wanted"))) \(rows.parents) \
      CROSS JOIN LATERAL (SELECT * FROM \(rows.source.table)\(filter(rows, ["\(own) = \(rows.parents).key"])) OFFSET 0) \
      \(identifier: rows.row.alias)
      """
  }

  private func array(of value: RowValue, _ parent: RowSet<Viewer>) -> SQL {
    HandedKeys.array(of: parent.number, columns[parent.number].index(of: value), value.type)
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
  ///
  /// Where the parents' keys are consecutive, all lists are read at once:
  ///
  ///     SELECT … FROM (SELECT *, row_number() OVER (PARTITION BY events_1.day ORDER BY …) AS place
  ///       FROM events events_1 WHERE events_1.family_id = $1 AND events_1.day BETWEEN $2 AND $3) events_1
  ///     WHERE events_1.place > $5 AND events_1.place <= $4 + $5 ORDER BY …
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
      return targets(list, of: key, parent, in: rows)
    case .targetsOfRows:
      return """
        SELECT \(isForKeys ? "DISTINCT " : "")\(list) FROM (SELECT DISTINCT key, target FROM \(self.parents(of: rows, as: "wanted"))) \
        \(parents) CROSS JOIN LATERAL (SELECT * FROM \(table)\(filter(rows, ["\(row[entity.key]) = \(parents).target"])) OFFSET 0) \(alias)
        """
    case .matches(_, let columns):
      // Each pair of values once: many assignments are of one student and one course.
      let names = columns.map { column -> SQL in "\(identifier: column)" }.joined(separator: ", ")
      let ties = columns.map { column -> SQL in "\(row[column]) = \(parents).\(identifier: column)" }
      return """
        SELECT \(list) FROM (SELECT DISTINCT \(names) FROM \(self.parents(of: rows, as: "wanted"))) \(parents) \
        CROSS JOIN LATERAL (SELECT * FROM \(table)\(filter(rows, ties)) OFFSET 0) \(alias)
        """
    case .scopeList(let page):
      guard page.isFromEnd else { return "SELECT \(list) FROM \(table)\(filter(rows, [])) \(slice(page, of: rows))" }
      return """
        SELECT \(list) FROM (SELECT * FROM \(table)\(filter(rows, [])) \(slice(page, of: rows))) \(alias)\
        \(isForKeys ? "" : " \(rows.order.clause())")
        """
    case .childLists(_, let key, let page):
      if let range = rows.keyRange {
        let after: SQL = page.offset.map { "\(row["place"]) > \($0) AND " } ?? ""
        let last: SQL = page.offset.map { "\(page.first) + \($0)" } ?? "\(page.first)"
        return """
          SELECT \(list) FROM (SELECT *, row_number() OVER (PARTITION BY \(row[key]) \(rows.order.clause())) AS place \
          FROM \(table)\(filter(rows, [range]))) \(alias) WHERE \(after)\(row["place"]) <= \(last)\
          \(isForKeys ? "" : " \(rows.order.clause())")
          """
      }
      return """
        SELECT \(list) FROM \(self.parents(of: rows)) \
        CROSS JOIN LATERAL (SELECT * FROM \(table)\(filter(rows, ties(rows, by: key))) \
        \(slice(page, of: rows))) \(alias)\(isForKeys ? "" : " \(rows.order.clause())")
        """
    case .linkedLists(_, let junction, let page):
      let tie = junction.row(beside: rows.source)
      let scope: [SQL] = rows.tieColumns == nil ? [] : ["\(tie[junction.entity.scope.column]) = \(parents).scope"]
      let ties = junction.conditions(beside: rows.source) + scope + ["\(tie[junction.parentKey]) = \(parents).key"]
      // A row that stands under several parents is one for the levels below.
      return """
        SELECT \(isForKeys ? "DISTINCT " : "")\(list) FROM \(self.parents(of: rows)) \
        CROSS JOIN LATERAL (SELECT \(alias).* FROM \(junction.joined(to: rows.source))\(filter(rows, ties)) \
        \(slice(page, of: rows))) \(alias)\(isForKeys ? "" : " \(rows.order.clause())")
        """
    case .tiedLists(_, let tie, let page):
      let ties = [tie.condition(on: row, parents)]
      return """
        SELECT \(isForKeys ? "DISTINCT " : "")\(list) FROM \(self.parents(of: rows)) \
        CROSS JOIN LATERAL (SELECT * FROM \(table)\(filter(rows, ties)) \(slice(page, of: rows))) \(alias)\
        \(isForKeys ? "" : " \(rows.order.clause())")
        """
    case .summaries(_, let key):
      return """
        SELECT \(list) FROM \(self.parents(of: rows)) \
        CROSS JOIN LATERAL (\(aggregated(rows, by: key))) \(alias)
        """
    case .groups(_, let key, let page, let order):
      return """
        SELECT \(list) FROM \(self.parents(of: rows)) \
        CROSS JOIN LATERAL (SELECT * FROM (\(aggregated(rows, by: key)) GROUP BY 1) \(alias) \
        \(order) LIMIT \(page.first)\(page.offset.map { " OFFSET \($0)" } ?? "")) \(alias) \(order)
        """
    }
  }

  /// The conditions that tie a row to its parent.
  private func ties(_ rows: RowSet<Viewer>, by key: String) -> [SQL] {
    let keys: SQL = "\(rows.row[key]) = \(rows.parents).key"
    return (rows.tieColumns.map { ["\(rows.row[$0.own]) = \(rows.parents).scope"] } ?? []) + [keys]
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

  /// The values of a level's columns. Those of a summary have names inside; the scope and the key are the parents' own.
  ///
  ///     parents_2.scope, parents_2.key, assignments_2.c2, assignments_2.c3
  private func values(of rows: RowSet<Viewer>) -> [SQL] {
    let columns = columns[rows.number].columns
    guard rows.isAggregated else { return columns.map(\.sql) }
    return columns.enumerated().map { index, column in
      isOfParents(column, rows) ? column.sql : rows.row[ColumnList.name(ofColumn: index)]
    }
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
