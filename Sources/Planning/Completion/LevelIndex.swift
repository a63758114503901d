import SQL

/// The rows of a level that are in the viewer's scope, by the key of their parent, each parent's rows in the
/// order of the statement.
///
///     first, last    ada: 0, 2    ben: 1, 1    of each parent
///     next           [2, -1, -1]               the row after it: ada has rows 0 and 2
///
/// Rows of another scope are not in it, so that nothing can write them: the part of the first lock that holds
/// even if a statement or a policy let one through.
///
/// An open-addressing table: a dictionary's hash would cost more than all else that is done with a row. Clients may
/// choose ids, so the hash has a secret of this process. Plain memory, which its maker has to give back with
/// `deallocate()`.
struct LevelIndex {
  /// The owners whose rows count.
  enum Scope {
    case anyone
    /// None at all when the viewer has no value.
    case only(UUIDValue?)
    /// Rows with any of these keys: few.
    case among([UUIDValue])
  }

  private struct Slot {
    var key: UUIDValue
    var first: Int32
    var last: Int32
  }

  /// How many rows are of another scope.
  let foreignRows: Int
  /// The first row of all, where all belong to the one parent; -1 for none.
  private let start: Int32
  private let slots: UnsafeMutableBufferPointer<Slot>
  private let next: UnsafeMutableBufferPointer<Int32>

  /// - Parameter joinColumn: the key of the row's parent; nil when all rows belong to the one parent.
  init(_ cells: Cells, joinColumn: Int?, scopeColumn: Int, scope: Scope) {
    var capacity = 1
    if joinColumn != nil { while capacity < 2 * cells.rowCount { capacity *= 2 } }
    let slots = UnsafeMutableBufferPointer<Slot>.allocate(capacity: capacity)
    slots.initialize(repeating: Slot(key: UUIDValue(high: 0, low: 0), first: -1, last: -1))
    let next = UnsafeMutableBufferPointer<Int32>.allocate(capacity: cells.rowCount)
    next.initialize(repeating: -1)

    var foreignRows = 0
    for row in 0..<cells.rowCount {
      let isForeign: Bool
      switch scope {
      case .anyone: isForeign = false
      case .only(let scope):
        let owner = cells.uuid(row: row, column: scopeColumn)
        isForeign = owner == nil || owner != scope
      case .among(let scopes): isForeign = !(cells.uuid(row: row, column: scopeColumn).map(scopes.contains) ?? false)
      }
      if isForeign {
        foreignRows += 1
        continue
      }
      var position = 0
      if let joinColumn {
        guard let key = cells.key(row: row, column: joinColumn) else { continue }
        position = Self.position(of: key, in: slots)
        slots[position].key = key
      }
      if slots[position].first < 0 {
        slots[position].first = Int32(row)
      } else {
        next[Int(slots[position].last)] = Int32(row)
      }
      slots[position].last = Int32(row)
    }
    self.foreignRows = foreignRows
    self.slots = slots
    self.next = next
    start = joinColumn == nil ? slots[0].first : -1
  }

  func deallocate() {
    slots.deallocate()
    next.deallocate()
  }

  /// The first of all rows, where they belong to the one parent.
  var firstRow: Int? { start < 0 ? nil : Int(start) }

  func firstRow(of parent: UUIDValue) -> Int? {
    let first = slots[Self.position(of: parent, in: slots)].first
    return first < 0 ? nil : Int(first)
  }

  /// The last of all rows, where they belong to the one parent.
  var lastRow: Int? { start < 0 ? nil : Int(slots[0].last) }

  func lastRow(of parent: UUIDValue) -> Int? {
    let slot = slots[Self.position(of: parent, in: slots)]
    return slot.first < 0 ? nil : Int(slot.last)
  }

  func row(after row: Int) -> Int? { next[row] < 0 ? nil : Int(next[row]) }

  /// Where a key is, or would be put: the table is at most half full, so there is a place.
  private static func position(of key: UUIDValue, in slots: UnsafeMutableBufferPointer<Slot>) -> Int {
    let mask = slots.count - 1
    var position = Int(truncatingIfNeeded: KeyHash.hash(of: key)) & mask
    while slots[position].first >= 0 && slots[position].key != key { position = (position + 1) & mask }
    return position
  }
}
