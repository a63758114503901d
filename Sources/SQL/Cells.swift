/// The cells of a result, for reading many of them: plain pointers into the buffers of `Rows`, valid only
/// inside `Rows.withCells`.
public struct Cells {
  @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
  @usableFromInline let ends: UnsafeBufferPointer<Int32>
  @usableFromInline let nulls: UnsafeBufferPointer<Bool>
  @usableFromInline let columnCount: Int
  public let rowCount: Int

  /// The bytes of a cell; nil for null.
  @inlinable @inline(__always)
  public func cell(row: Int, column: Int) -> UnsafeBufferPointer<UInt8>? {
    let cell = row &* columnCount &+ column
    precondition(row >= 0 && row < rowCount && column >= 0 && column < columnCount)
    if nulls[cell] { return nil }
    let start = cell == 0 ? 0 : Int(ends[cell - 1])
    return UnsafeBufferPointer(rebasing: bytes[start..<Int(ends[cell])])
  }

  /// A `uuid` cell; nil for null, or when it is no UUID.
  @inlinable @inline(__always)
  public func uuid(row: Int, column: Int) -> UUIDValue? {
    guard let cell = cell(row: row, column: column) else { return nil }
    return UUIDValue(bytes: cell)
  }

  /// A `uuid` or `date` cell as 128 bits that are equal when the cells are; nil for null, and for other types.
  @inlinable @inline(__always)
  public func key(row: Int, column: Int) -> UUIDValue? {
    guard let cell = cell(row: row, column: column) else { return nil }
    if let key = UUIDValue(bytes: cell) { return key }
    guard cell.count == 4 else { return nil }
    return UUIDValue(high: 0, low: cell.reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Whether a `bool` cell is true.
  @inlinable
  public func isTrue(row: Int, column: Int) -> Bool { cell(row: row, column: column)?.first == 1 }
}

extension Rows {
  /// Calls `body` with the cells of all rows of all `results`, none of which may outlive the call.
  public static func withCells<Result>(of results: [Rows], _ body: ([Cells]) -> Result) -> Result {
    func descend(_ index: Int, _ cells: [Cells]) -> Result {
      guard index < results.count else { return body(cells) }
      return results[index].withCells { descend(index + 1, cells + [$0]) }
    }
    return descend(0, [])
  }
}
