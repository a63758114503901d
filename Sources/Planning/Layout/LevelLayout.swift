import SQL

/// A level while it is laid out: the columns that its values have.
final class LevelLayout<Viewer: ViewerContext> {
  let rows: RowSet<Viewer>
  let bound: RowBound
  /// The columns of the statement, which are also those of levels that share it.
  let columns: ColumnList
  private let scopeColumn: Int
  private let joinColumn: Int?
  /// The values that the level's own fields ask for.
  private var ownValues: Set<SQL> = []
  /// The rows that these values read, as the number of objects in a filtered list does.
  var valueScans = ScanCost()
  /// Known once what is selected of the level is laid out.
  var content: LevelContent?

  init(_ rows: RowSet<Viewer>, _ bound: RowBound, columns: ColumnList) {
    self.rows = rows
    self.bound = bound
    self.columns = columns
    scopeColumn = columns.index(of: rows.scope)
    joinColumn = rows.joinKey.map { columns.index(of: $0) }
    ownValues = Set([rows.scope, rows.joinKey].compactMap { $0?.sql })
    for value in rows.values { _ = column(value) }
  }

  /// The index of the column that holds a value.
  func column(_ value: RowValue) -> Int {
    ownValues.insert(value.sql)
    return columns.index(of: value)
  }

  /// The level of the plan.
  /// - Parameter statement: the index of the one that reads its rows.
  func finished(statement: Int) -> Level<Viewer> {
    guard let content else { preconditionFailure("level \(rows.number) was left open") }
    return Level(
      path: rows.path, typeName: rows.entity.typeName,
      shape: LevelShape(statement: statement, joinColumn: joinColumn, scopeColumn: scopeColumn, content: content),
      scopeAttributes: rows.entity.scope.attributes, bound: bound,
      cost: LevelCost(
        values: content.valueCount, expressions: ownValues, summarized: rows.isSummary ? rows.entity.table : nil,
        computed: rows.entity.isComputed ? rows.source.table : nil, hasStatement: rows.sharedStatement == nil, scans: rows.scans + valueScans))
  }
}
