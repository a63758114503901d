import GraphQL
import SQL

/// The most that statements may read of a table.
package struct TableReads: Hashable, Sendable {
  /// Rows, and comparisons of values of them, where a family has as many as it may.
  var rows = 0
  /// Characters of text that are searched, where a family has as many as it may.
  var characters = 0
  /// How often the values of all rows are summed up.
  var sums = 0

  static func += (left: inout TableReads, right: TableReads) {
    left.rows = left.rows.saturatingSum(right.rows)
    left.characters = left.characters.saturatingSum(right.characters)
    left.sums = left.sums.saturatingSum(right.sums)
  }
}

/// The most that the statements of a plan may read besides the rows that they return, by table: for filters, orders,
/// counts, summaries and grades. It is known with the plan; with the sizes of a family it becomes an expected time.
package struct PlanWork: Hashable, Sendable {
  /// The table of which it is not known which it is: that of which the family has most.
  static let anyTable = ""

  private var tables: [String: TableReads] = [:]

  package init() {}

  package var isEmpty: Bool { tables.isEmpty }

  mutating func add(_ reads: TableReads, of table: String) {
    if reads != TableReads() { tables[table, default: TableReads()] += reads }
  }

  /// Adds what an expression reads of tables besides the rows at hand: each query inside reads all rows of its tables at most
  /// once, whatever the number of rows that have the expression, since a row there belongs to one row here.
  /// - Parameter times: how many sums it is about as much work as.
  mutating func add(readsOf expression: SQL, times: Int = 1) {
    for table in expression.tables { add(TableReads(sums: times), of: table) }
  }

  static func += (left: inout PlanWork, right: PlanWork) {
    for (table, reads) in right.tables { left.add(reads, of: table) }
  }

  /// About how long PostgreSQL takes for it.
  package func time(_ stored: StoredRows, quotas: [String: Quota]) -> Duration {
    var nanoseconds = 0.0
    for (table, reads) in tables {
      let rows = table == Self.anyTable ? stored.mostRows(quotas) : stored.rows(of: table, quotas)
      let bytes = table == Self.anyTable ? 1 : stored.bytes(of: table, quotas)
      nanoseconds += Double(reads.rows) * rows * Self.nanosecondsOfRow
      nanoseconds += Double(reads.sums) * Double(stored.rows(of: table)) * Self.nanosecondsOfSum
      nanoseconds += Double(reads.characters) * bytes * Self.nanosecondsOfCharacter
    }
    return .nanoseconds(Int64(min(nanoseconds, 1e15)))
  }

  // Measured with PostgreSQL 15 and a family of 72,000 assignments.
  private static let nanosecondsOfRow = 150.0
  private static let nanosecondsOfSum = 500.0
  private static let nanosecondsOfCharacter = 8.0
}

/// How much a family has in each table.
package struct StoredRows: Hashable, Sendable {
  private let tables: [String: Amount]

  package struct Amount: Hashable, Sendable {
    let rows: Int
    let bytes: Int

    package init(rows: Int, bytes: Int) {
      self.rows = rows
      self.bytes = bytes
    }
  }

  package init(_ tables: [String: Amount]) { self.tables = tables }

  package func rows(of table: String) -> Int { tables[table]?.rows ?? 0 }

  private static let largeQuota = 10_000

  /// The part of its quota that a table has; 0 for a table that is not counted.
  fileprivate func rows(of table: String, _ quotas: [String: Quota]) -> Double {
    quotas[table].map { Double(tables[table]?.rows ?? 0) / Double(max(1, $0.rows)) } ?? 0
  }

  fileprivate func bytes(of table: String, _ quotas: [String: Quota]) -> Double {
    quotas[table].map { Double(tables[table]?.bytes ?? 0) / Double(max(1, $0.bytes)) } ?? 0
  }

  fileprivate func mostRows(_ quotas: [String: Quota]) -> Double {
    quotas.reduce(0) { $1.value.rows >= Self.largeQuota ? max($0, rows(of: $1.key, quotas)) : $0 }
  }

  /// The table with the most rows.
  package var largest: (table: String, rows: Int)? {
    tables.max { ($0.value.rows, $0.key) < ($1.value.rows, $1.key) }.map { ($0.key, $0.value.rows) }
  }
}
