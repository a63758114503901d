import SQL

/// The rows of a level by the key of their parent, each parent's rows in the order of the statement.
///
///     first   [ada: 0, ben: 1]        the first row of each parent
///     next    [2, -1, -1]             the row after it: ada has rows 0 and 2
struct LevelIndex {
  private var first: [UUIDValue: Int32] = [:]
  private var next: [Int32]

  init(_ rows: Rows, joinColumn: Int) {
    next = Array(repeating: -1, count: rows.count)
    var last: [UUIDValue: Int32] = [:]
    for row in 0..<rows.count {
      guard let key = rows.uuid(row: row, column: joinColumn) else { continue }
      if let previous = last.updateValue(Int32(row), forKey: key) {
        next[Int(previous)] = Int32(row)
      } else {
        first[key] = Int32(row)
      }
    }
  }

  func firstRow(of parent: UUIDValue) -> Int? { first[parent].map(Int.init) }

  func row(after row: Int) -> Int? { next[row] < 0 ? nil : Int(next[row]) }
}
