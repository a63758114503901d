extension UnsafeBufferPointer<UInt8> {
  /// The integer in network byte order that starts at `offset`.
  /// - Precondition: there are enough bytes.
  func bigEndianInteger<Integer: FixedWidthInteger>(at offset: Int, as _: Integer.Type) -> Integer {
    precondition(offset >= 0 && offset + MemoryLayout<Integer>.size <= count)
    return Integer(
      bigEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: offset, as: Integer.self))
  }
}
