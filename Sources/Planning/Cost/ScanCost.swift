import GraphQL
import SQL

/// The rows that PostgreSQL may read to find those that match a filter, or that come first in an order: at worst
/// every row that a family may keep of a type, whatever page is asked for.
///
///     assignments(first: 1, where: {title: {contains: "quiz"}, course: {name: {eq: "Algebra"}}})
///
///     of assignments    100,000 rows, each compared twice, and 100 characters of each searched
///     of courses          1,000 rows, each compared once, to make the set of courses
///
/// Relations are sets that are made once for a statement: so the rows of two types add up, and are never multiplied. A
/// statement below a filtered list repeats the filter, and has its cost again.
struct ScanCost: Hashable, Sendable {
  /// How many rows are read, and how many comparisons of two values are made.
  private(set) var rows = 0
  /// How many characters of text are searched.
  private(set) var characters = 0
  /// The same by table.
  private(set) var work = PlanWork()

  /// In the unit of an operation's cost.
  var units: Int { rows / CostWeight.scannedRows + characters / CostWeight.searchedCharacters }

  init() {}

  private init(rows: Int = 0, characters: Int = 0, of table: String) {
    self.rows = rows
    self.characters = characters
    work.add(TableReads(rows: rows, characters: characters), of: table)
  }

  static func + (left: ScanCost, right: ScanCost) -> ScanCost {
    var sum = left
    sum.rows = sum.rows.saturatingSum(right.rows)
    sum.characters = sum.characters.saturatingSum(right.characters)
    sum.work += right.work
    return sum
  }

  static func += (left: inout ScanCost, right: ScanCost) { left = left + right }

  /// Reading all rows of a type.
  static func scan<Viewer>(of entity: Entity<Viewer>) -> ScanCost { ScanCost(rows: entity.mostRows, of: entity.table) }

  /// Reading and sorting all rows of a type.
  static func sort<Viewer>(of entity: Entity<Viewer>, by values: [SQL]) -> ScanCost {
    values.reduce(.scan(of: entity)) { $0 + .comparison(of: $1, in: entity, lookup: 16) }
  }

  /// Comparing a value of each row of a type.
  ///
  /// A query inside the value looks a row up: the object that a relation leads to, for an order; the family, for a filter,
  /// which is the same for all rows. Or it sums up rows that belong to one row each, as a course's grade does: then all of
  /// these are read once.
  /// - Parameters:
  ///   - times: how many comparisons it is about as much work as.
  ///   - lookup: the same of each query inside the value.
  static func comparison<Viewer>(
    of value: SQL, in entity: Entity<Viewer>, times: Int = 1, lookup: Int = 4
  ) -> ScanCost {
    let lookups = max(entity.mostRows.saturatingProduct(lookup), Entity<Viewer>.Extent.unbounded.mostRows)
    return ScanCost(rows: entity.mostRows.saturatingProduct(times), of: entity.table)
      + ScanCost(rows: lookups.saturatingProduct(value.selectCount), of: PlanWork.anyTable)
  }

  /// Searching a text of each row of a type.
  static func search<Viewer>(characters: Int, in entity: Entity<Viewer>) -> ScanCost {
    ScanCost(characters: min(entity.mostRows.saturatingProduct(characters), entity.mostCharacters), of: entity.table)
  }
}

extension Entity {
  /// How many rows of the type a family may have.
  fileprivate var mostRows: Int { quota?.rows ?? extent.mostRows }
  /// How many characters all texts of these rows may have together.
  fileprivate var mostCharacters: Int { quota?.bytes ?? extent.mostCharacters }
}

/// For what has no quota.
extension Entity.Extent {
  fileprivate var mostRows: Int {
    switch self {
    case .small: 1_000
    case .unbounded: 100_000
    }
  }

  fileprivate var mostCharacters: Int {
    switch self {
    case .small: 8 << 20
    case .unbounded: 64 << 20
    }
  }
}
