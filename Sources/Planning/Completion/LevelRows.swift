import SQL

/// The rows of one level while they are written. Plain pointers, valid only while the cells are; its maker has
/// to give the memory back with `deallocate()`.
struct LevelRows {
  let cells: Cells
  /// Maybe that of other levels, too.
  let index: LevelIndex
  /// Where each row's object stands in the answer, once it was written; empty until the first was.
  ///
  /// Many assignments have the same course: it is put together once, and copied after that.
  private var written: UnsafeMutableBufferPointer<Range<Int>>

  init(_ cells: Cells, _ index: LevelIndex) {
    self.cells = cells
    self.index = index
    written = UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  func deallocate() { written.deallocate() }

  /// Where the object of a row was written before.
  func writtenObject(of row: Int) -> Range<Int>? {
    written.isEmpty || written[row].isEmpty ? nil : written[row]
  }

  /// - Parameter range: the range in the answer; not empty.
  mutating func keepWrittenObject(at range: Range<Int>, of row: Int) {
    if written.isEmpty {
      written = .allocate(capacity: cells.rowCount)
      written.initialize(repeating: 0..<0)
    }
    written[row] = range
  }
}
