import GraphQL
import SQL

/// What each row of a level costs: all that is known once the level is planned.
struct LevelCost: Sendable {
  /// How many values are written of a row.
  let values: Int
  /// How many things are read from other rows for each row.
  let reads: Int
  /// Whether the rows behind each parent are summed up.
  let isSummary: Bool
  /// Whether the rows are read by a statement of the level's own.
  let hasStatement: Bool

  /// - Parameter expressions: the columns of the level, what its rows are filtered and what they are ordered by.
  init(values: Int, expressions: Set<SQL>, isSummary: Bool, hasStatement: Bool) {
    self.values = values
    reads = expressions.reduce(0) { $0 + $1.selectCount }
    self.isSummary = isSummary
    self.hasStatement = hasStatement
  }

  /// The cost of the level with so many rows.
  func total(_ count: RowCount) -> Int {
    let reads = count.rows.saturatingProduct(reads).saturatingSum(isSummary ? count.parents : 0)
    return (hasStatement ? CostWeight.statement : 0)
      .saturatingSum(count.rows.saturatingProduct(1 + values))
      .saturatingSum(reads.saturatingProduct(CostWeight.read))
      .saturatingSum(count.parents.saturatingProduct(count.skipped))
  }
}

/// How many rows a level may have in one request.
struct RowCount {
  /// How many objects it is asked for.
  let parents: Int
  let rows: Int
  /// How many rows are read and left out, for each parent.
  let skipped: Int
}

extension RowBound {
  /// - Parameters:
  ///   - counts: of the levels before this one.
  ///   - values: of all slots of the plan.
  func count(after counts: [RowCount], _ values: [SQLValue]) -> RowCount {
    let parents = parent.map { counts[$0].rows } ?? 1
    var (rows, skipped) = (parents, 0)
    if let page {
      if case .int8(let first) = values[page.first.index] { rows = parents.saturatingProduct(Int(first)) }
      if let offset = page.offset, case .int8(let count) = values[offset.index] { skipped = Int(count) }
    }
    if let keys, case .uuidArray(let keys) = values[keys.index] { rows = parents.saturatingProduct(keys.count) }
    return RowCount(parents: parents, rows: rows, skipped: skipped)
  }
}

extension ObjectShape {
  /// How many values are written of an object, with those of the objects in it that have no row of their own.
  var valueCount: Int { fields.reduce(0) { $0 + $1.valueCount } }
}

extension PlannedField {
  var valueCount: Int {
    switch output {
    case .embedded(let object, _): 1 + object.valueCount
    case .introspection: CostWeight.introspection
    default: 1
    }
  }
}

extension LevelContent {
  /// How many values are written of a row: of several types, as many as of the one that has most.
  var valueCount: Int {
    switch self {
    case .object(let object): object.valueCount
    case .abstract(_, let shapes): shapes.values.map(\.valueCount).max() ?? 0
    case .elsewhere: 0
    }
  }
}
