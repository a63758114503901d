import GraphQL
import SQL

extension LeafFormat.Simple {
  /// Writes a value in PostgreSQL's binary format as JSON.
  /// - Returns: false when the value has no JSON form, such as NaN, or is not of this format.
  func write(_ cell: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) -> Bool {
    switch self {
    case .text:
      writer.writeString(cell)
      return true
    case .json:
      writer.write(json: cell)
      return true
    case .uuid:
      guard let id = UUIDValue(bytes: cell) else { return false }
      writer.write(id)
      return true
    case .int2:
      guard cell.count == 2 else { return false }
      writer.writeInteger(Int(cell.bigEndianInteger(at: 0, as: Int16.self)))
      return true
    case .int4:
      guard cell.count == 4 else { return false }
      writer.writeInteger(Int(cell.bigEndianInteger(at: 0, as: Int32.self)))
      return true
    case .int8Number:
      guard cell.count == 8 else { return false }
      writer.writeInteger(Int(cell.bigEndianInteger(at: 0, as: Int64.self)))
      return true
    case .float4:
      guard cell.count == 4 else { return false }
      let value = Float(bitPattern: cell.bigEndianInteger(at: 0, as: UInt32.self))
      guard value.isFinite else { return false }
      // In its own fewest digits: 0.1, where the same number as a double has seventeen.
      writer.write(json: value.description)
      return true
    case .float8:
      guard cell.count == 8 else { return false }
      let value = Double(bitPattern: cell.bigEndianInteger(at: 0, as: UInt64.self))
      guard value.isFinite else { return false }
      writer.writeDouble(value)
      return true
    case .numeric:
      return writer.writeNumeric(cell)
    case .decimal:
      return writer.writeDecimal(cell)
    case .bool:
      guard let byte = cell.first else { return false }
      writer.writeBool(byte != 0)
      return true
    case .timestamp:
      guard cell.count == 8 else { return false }
      return writer.writeTimestamp(microseconds: cell.bigEndianInteger(at: 0, as: Int64.self))
    case .date:
      guard cell.count == 4 else { return false }
      return writer.writeDate(days: cell.bigEndianInteger(at: 0, as: Int32.self))
    case .time:
      guard cell.count == 8 else { return false }
      return writer.writeTime(microseconds: cell.bigEndianInteger(at: 0, as: Int64.self))
    }
  }
}

extension LeafFormat {
  /// Writes a value in PostgreSQL's binary format as JSON.
  /// - Returns: false when the value has no JSON form, or is not of this format.
  func write(_ cell: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) -> Bool {
    switch self {
    case .simple(let format):
      return format.write(cell, into: &writer)
    case .enumeration(let values):
      guard values.contains(where: { $0.elementsEqual(cell) }) else { return false }
      writer.writeString(cell)
      return true
    case .list(let element):
      return writeArray(of: element, cell, into: &writer)
    case .address(let form):
      guard let address = form.address(Array(cell)) else { return false }
      writer.writeString(address)
      return true
    }
  }

  /// A one-dimensional array without nulls: dimensions, flags and element type, the length and lower bound
  /// of the dimension, then each element after its length.
  private func writeArray(
    of element: LeafFormat, _ cell: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter
  ) -> Bool {
    guard cell.count >= 12 else { return false }
    let dimensions = cell.bigEndianInteger(at: 0, as: Int32.self)
    writer.write(json: "[")
    if dimensions == 1 {
      guard cell.count >= 20 else { return false }
      let count = cell.bigEndianInteger(at: 12, as: Int32.self)
      var offset = 20
      for index in 0..<max(count, 0) {
        if index > 0 { writer.write(json: ",") }
        guard offset + 4 <= cell.count else { return false }
        let length = Int(cell.bigEndianInteger(at: offset, as: Int32.self))
        offset += 4
        guard length >= 0, offset + length <= cell.count,
          element.write(UnsafeBufferPointer(rebasing: cell[offset..<offset + length]), into: &writer)
        else { return false }
        offset += length
      }
    } else if dimensions != 0 {
      return false
    }
    writer.write(json: "]")
    return true
  }
}
