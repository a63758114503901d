/// The result of a statement: rows of columns in PostgreSQL's binary format, in one flat buffer.
///
/// A value like any other: tests make rows without a database, and nothing has to be freed.
///
///     bytes    [16 bytes of a uuid]["Ada"][16 bytes][…]
///     ends     [16,                 19,   35,  …]        one for each cell, row by row
///     isNull   [false,              false, …]
public struct Rows: Sendable {
  /// The type of each column.
  public let columns: [SQLType]
  @usableFromInline var rowCount: Int
  @usableFromInline var bytes: [UInt8]
  @usableFromInline var ends: [Int32]
  @usableFromInline var nulls: [Bool]

  public var count: Int { rowCount }

  public init(columns: [SQLType], capacity rows: Int = 0, bytes capacity: Int = 0) {
    self.columns = columns
    rowCount = 0
    bytes = []
    ends = []
    nulls = []
    bytes.reserveCapacity(capacity)
    ends.reserveCapacity(rows * columns.count)
    nulls.reserveCapacity(rows * columns.count)
  }

  /// Rows out of cells that lie elsewhere, each copied once.
  /// - Parameters:
  ///   - maximumBytes: how many bytes all cells have together at most; 2 GiB.
  ///   - cell: the bytes of each cell, asked for row by row; nil for null.
  /// - Precondition: the cells have no more bytes than that.
  @inlinable
  public init(
    columns: [SQLType], count: Int, maximumBytes: Int,
    cell: (_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>?
  ) {
    precondition(maximumBytes <= Int32.max)
    let cellCount = count * columns.count
    var ends: [Int32] = []
    var nulls: [Bool] = []
    bytes = Array(unsafeUninitializedCapacity: maximumBytes) { bytes, used in
      ends = Array(unsafeUninitializedCapacity: cellCount) { ends, endCount in
        nulls = Array(unsafeUninitializedCapacity: cellCount) { nulls, nullCount in
          for row in 0..<count {
            for column in 0..<columns.count {
              let cell = cell(row, column)
              if let cell, let first = cell.baseAddress, let start = bytes.baseAddress {
                precondition(cell.count <= maximumBytes - used)
                (start + used).update(from: first, count: cell.count)
                used += cell.count
              }
              ends.initializeElement(at: endCount, to: Int32(truncatingIfNeeded: used))
              nulls.initializeElement(at: endCount, to: cell == nil)
              endCount += 1
            }
          }
          nullCount = endCount
        }
      }
    }
    self.ends = ends
    self.nulls = nulls
    self.columns = columns
    rowCount = count
  }

  /// Appends the next cell, row by row; nil for null. A row counts once its last cell is there.
  public mutating func append(_ cell: UnsafeBufferPointer<UInt8>?) {
    if let cell { bytes.append(contentsOf: cell) }
    ends.append(Int32(bytes.count))
    nulls.append(cell == nil)
    if ends.count == (rowCount + 1) * columns.count { rowCount += 1 }
  }

  public func isNull(row: Int, column: Int) -> Bool { nulls[row * columns.count + column] }

  /// A text cell; nil for null.
  public func text(row: Int, column: Int) -> String? {
    isNull(row: row, column: column)
      ? nil : withCell(row: row, column: column) { String(decoding: $0, as: UTF8.self) }
  }

  /// A `uuid` cell; nil for null, or when it is no UUID.
  public func uuid(row: Int, column: Int) -> UUIDValue? {
    isNull(row: row, column: column) ? nil : withCell(row: row, column: column) { UUIDValue(bytes: $0) }
  }

  /// An `int4` cell; nil for null, or when it is none.
  public func int4(row: Int, column: Int) -> Int32? {
    isNull(row: row, column: column)
      ? nil
      : withCell(row: row, column: column) { cell in
        cell.count == 4
          ? Int32(bigEndian: UnsafeRawBufferPointer(cell).loadUnaligned(fromByteOffset: 0, as: Int32.self)) : nil
      }
  }

  /// An `int8` cell; nil for null, or when it is none.
  public func int8(row: Int, column: Int) -> Int64? {
    isNull(row: row, column: column)
      ? nil
      : withCell(row: row, column: column) { cell in
        cell.count == 8
          ? Int64(bigEndian: UnsafeRawBufferPointer(cell).loadUnaligned(fromByteOffset: 0, as: Int64.self)) : nil
      }
  }

  /// Calls `body` with all cells, which must not outlive the call.
  func withCells<Result>(_ body: (Cells) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      ends.withUnsafeBufferPointer { ends in
        nulls.withUnsafeBufferPointer { nulls in
          body(Cells(bytes: bytes, ends: ends, nulls: nulls, columnCount: columns.count, rowCount: count))
        }
      }
    }
  }

  /// How many bytes all cells have together.
  public var byteCount: Int { bytes.count }

  /// Calls `body` with the bytes of a cell; with none for null.
  public func withCell<Result>(
    row: Int, column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let cell = row * columns.count + column
    let start = cell == 0 ? 0 : Int(ends[cell - 1])
    let end = Int(ends[cell])
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
  }
}
