import SQL

/// The values of one statement's parameters as libpq wants them: pointers, lengths and formats. Reused from
/// statement to statement, so that sending allocates nothing once it has grown.
struct ParameterBuffer {
  private enum Format {
    static let text: Int32 = 0
    static let binary: Int32 = 1
  }

  /// The most parameters a statement can have, as their count is 16 bits in the protocol.
  static let maximumCount = 65_535
  /// PostgreSQL stores no longer value.
  static let maximumBytes = 1 << 30

  private var bytes: [UInt8] = []
  /// Where each value starts in `bytes`; nil for null.
  private var starts: [Int?] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  mutating func fill(with values: [SQLValue]) {
    bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    formats.removeAll(keepingCapacity: true)
    for value in values { append(value) }
  }

  /// The pointers are those of libpq's `paramValues`, `paramLengths` and `paramFormats`.
  func withPointers<Result>(
    _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
  ) -> Result {
    let count = starts.count
    return bytes.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: count) { pointers in
        for (index, start) in starts.enumerated() {
          let value = start.flatMap { bytes.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
          pointers.initializeElement(at: index, to: value)
        }
        return body(Int32(count), UnsafePointer(pointers.baseAddress), lengths, formats)
      }
    }
  }

  private mutating func append(_ value: SQLValue) {
    let start = bytes.count
    var format = Format.binary
    switch value {
    case .null:
      starts.append(nil)
      lengths.append(0)
      formats.append(Format.binary)
      return
    case .bool(let value): bytes.append(value ? 1 : 0)
    case .int4(let value): append(bigEndian: UInt32(bitPattern: value))
    case .int8(let value): append(bigEndian: UInt64(bitPattern: value))
    case .float8(let value): append(bigEndian: value.bitPattern)
    case .text(let value): bytes.append(contentsOf: value.utf8)
    case .uuid(let value): append(value)
    case .textArray(let values):
      appendArrayHeader(of: .text, count: values.count)
      for value in values {
        append(bigEndian: UInt32(truncatingIfNeeded: value.utf8.count))
        bytes.append(contentsOf: value.utf8)
      }
    case .uuidArray(let values):
      appendArrayHeader(of: .uuid, count: values.count)
      for value in values {
        append(bigEndian: UInt32(16))
        append(value)
      }
    case .literal(let text, _):
      // Text format: libpq reads up to the null byte.
      bytes.append(contentsOf: text.utf8)
      format = Format.text
    }
    starts.append(start)
    lengths.append(Int32(clamping: bytes.count - start))
    formats.append(format)
    bytes.append(0)
  }

  private mutating func append(_ uuid: UUIDValue) {
    append(bigEndian: uuid.high)
    append(bigEndian: uuid.low)
  }

  /// `array_send`: dimensions, flags, element type, then size and lower bound of each dimension.
  private mutating func appendArrayHeader(of type: SQLType, count: Int) {
    append(bigEndian: UInt32(count == 0 ? 0 : 1))
    append(bigEndian: UInt32(0))
    append(bigEndian: type.rawValue)
    if count == 0 { return }
    append(bigEndian: UInt32(truncatingIfNeeded: count))
    append(bigEndian: UInt32(1))
  }

  private mutating func append(bigEndian value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
