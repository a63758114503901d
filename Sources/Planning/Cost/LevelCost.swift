import GraphQL
import SQL

/// The cost of each row of a level: all that is known once the level is planned.
struct LevelCost: Sendable {
  /// How many values are written of a row.
  let values: Int
  /// How many things are read from other rows for each row.
  let reads: Int
  /// Whether the rows behind each parent are summed up.
  let isSummary: Bool
  /// Whether the rows are read by a statement of the level's own.
  let hasStatement: Bool
  /// The cost of the reads that find the rows, however few of them are asked for.
  let scans: Int
  /// All that is read besides the rows that are returned.
  let work: PlanWork

  /// - Parameters:
  ///   - expressions: the columns of the level.
  ///   - summarized: the table whose rows are summed up; nil where the level has a row for each of its rows.
  ///   - computed: the query for the rows, where no table has them.
  ///   - scans: the reads of its statement for filters and orders.
  init(values: Int, expressions: Set<SQL>, summarized: String?, computed: SQL? = nil, hasStatement: Bool, scans: ScanCost) {
    self.values = values
    // A query that several columns have counts once: it is the same for all rows, as those for the family's time zone and for
    // the courses that have ended.
    var reads = 0
    var known: Set<SQL> = []
    for expression in expressions {
      reads += expression.selectCount
      for query in expression.queries where !known.insert(query).inserted { reads -= query.selectCount }
    }
    self.reads = reads
    isSummary = summarized != nil
    self.hasStatement = hasStatement
    self.scans = hasStatement ? scans.units : 0
    var work = hasStatement ? scans.work : PlanWork()
    for expression in expressions { work.add(readsOf: expression) }
    // Several sums share a scan, and a series has a window over its rows.
    if let summarized { work.add(TableReads(sums: (expressions.count + 2) / 3), of: summarized) }
    if let computed, hasStatement { work.add(readsOf: computed, times: 8) }
    self.work = work
  }

  /// The cost of the level with so many rows.
  func total(_ count: RowCount) -> Int {
    let reads = count.distinctRows.saturatingProduct(reads).saturatingSum(isSummary ? count.parents : 0)
    return (hasStatement ? CostWeight.statement : 0)
      // `LIMIT 0` reads nothing.
      .saturatingSum(count.rows == 0 ? 0 : scans)
      .saturatingSum(count.rows.saturatingProduct(1 + values))
      .saturatingSum(reads.saturatingProduct(CostWeight.read))
      .saturatingSum(count.parents.saturatingProduct(count.skipped))
  }
}

/// How many rows a level may have in one request.
struct RowCount {
  /// How many different objects it is asked for.
  let parents: Int
  /// How many objects are written. An object that several others refer to is written for each.
  let rows: Int
  /// How many rows are read for that.
  let distinctRows: Int
  /// How many rows are read and left out, for each parent.
  let skipped: Int
}

extension RowBound {
  /// The product of the pages down the tree, and at most what there can be of the type.
  ///
  ///     subjects (50)   courses (50 for each, and 1,000 in a family)   assignments (50 for each, and 100,000 in a family)
  ///           50             min(50 × 50, 1,000) = 1,000                   min(1,000 × 50, 100,000) = 50,000
  ///
  /// - Parameters:
  ///   - counts: the row counts of the levels before this one.
  ///   - values: the values of all slots of the plan.
  func count(after counts: [RowCount], _ values: [SQLValue]) -> RowCount {
    let parents = parent.map { counts[$0].distinctRows } ?? 1
    var (rows, skipped) = (parent.map { counts[$0].rows } ?? 1, 0)
    if let page {
      if case .int8(let first) = values[page.first] { rows = bounded(parents.saturatingProduct(Int(first))) }
      if let offset = page.offset, case .int8(let count) = values[offset] { skipped = Int(count) }
    }
    if let most { rows = bounded(parents.saturatingProduct(most)) }
    if let keys, case .uuidArray(let keys) = values[keys] { rows = parents.saturatingProduct(keys.count) }
    return RowCount(parents: parents, rows: rows, distinctRows: bounded(rows), skipped: skipped)
  }

  private func bounded(_ rows: Int) -> Int { quota.map { min(rows, $0) } ?? rows }
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
