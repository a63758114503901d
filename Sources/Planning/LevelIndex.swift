import SQL

/// The rows of a level by the key of their parent, each parent's rows in the order of the statement.
///
///     ends    [ada: 0…2, ben: 1…1]    the first and the last row of each parent
///     next    [2, -1, -1]             the row after it: ada has rows 0 and 2
struct LevelIndex {
  private struct Ends {
    let first: Int32
    var last: Int32
  }

  private var ends: [UUIDValue: Ends]
  private var next: [Int32]

  init(_ cells: Cells, joinColumn: Int) {
    ends = Dictionary(minimumCapacity: cells.rowCount)
    next = Array(repeating: -1, count: cells.rowCount)
    for row in 0..<cells.rowCount {
      guard let key = cells.uuid(row: row, column: joinColumn) else { continue }
      if let known = ends[key] {
        next[Int(known.last)] = Int32(row)
        ends[key] = Ends(first: known.first, last: Int32(row))
      } else {
        ends[key] = Ends(first: Int32(row), last: Int32(row))
      }
    }
  }

  func firstRow(of parent: UUIDValue) -> Int? { ends[parent].map { Int($0.first) } }

  func row(after row: Int) -> Int? { next[row] < 0 ? nil : Int(next[row]) }
}
