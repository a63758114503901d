import SQL

/// The rows of a level by the key of their parent, each parent's rows in the order of the statement.
///
///     first, last    ada: 0, 2    ben: 1, 1    of each parent
///     next           [2, -1, -1]               the row after it: ada has rows 0 and 2
///
/// An open-addressing table: a dictionary's hash would cost more than all else that is done with a row. Keys
/// are of one family only, which has nobody but itself to slow down with ids that collide.
struct LevelIndex {
  private struct Slot {
    var key: UUIDValue
    var first: Int32
    var last: Int32
  }

  private static let empty = Slot(key: UUIDValue(high: 0, low: 0), first: -1, last: -1)
  private var slots: [Slot]
  private let mask: Int
  private var next: [Int32]

  init(_ cells: Cells, joinColumn: Int) {
    var capacity = 8
    while capacity < 2 * cells.rowCount { capacity *= 2 }
    mask = capacity - 1
    slots = Array(repeating: Self.empty, count: capacity)
    next = Array(repeating: -1, count: cells.rowCount)
    for row in 0..<cells.rowCount {
      guard let key = cells.uuid(row: row, column: joinColumn) else { continue }
      let position = position(of: key)
      if slots[position].first < 0 {
        slots[position] = Slot(key: key, first: Int32(row), last: Int32(row))
      } else {
        next[Int(slots[position].last)] = Int32(row)
        slots[position].last = Int32(row)
      }
    }
  }

  func firstRow(of parent: UUIDValue) -> Int? {
    let first = slots[position(of: parent)].first
    return first < 0 ? nil : Int(first)
  }

  func row(after row: Int) -> Int? { next[row] < 0 ? nil : Int(next[row]) }

  /// Where a key is, or would be put: the table is at most half full, so there is a place.
  private func position(of key: UUIDValue) -> Int {
    // Fibonacci hashing: the high bits of the product depend on all bits of the key.
    let hash = (key.high ^ key.low) &* 0x9E37_79B9_7F4A_7C15
    var position = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[position].first >= 0 && slots[position].key != key { position = (position + 1) & mask }
    return position
  }
}
