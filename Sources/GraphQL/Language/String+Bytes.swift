extension String {
  /// Whether both are the same bytes of UTF-8.
  ///
  /// `==` would compare them normalised: `é` in two spellings would be one text, and texts that are long
  /// runs of combining marks would take quadratic time.
  func hasSameBytes(as other: String) -> Bool {
    if utf8.count != other.utf8.count { return false }
    var (one, other) = (self, other)
    return one.withUTF8 { one in
      other.withUTF8 { UnsafeRawBufferPointer(one).hasSameBytes(as: UnsafeRawBufferPointer($0)) }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Compares eight bytes at a time. Both are of the same length.
  fileprivate func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset + 8 <= count {
      let word = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
      offset += 8
    }
    while offset < count {
      if self[offset] != other[offset] { return false }
      offset += 1
    }
    return true
  }
}

extension Hasher {
  /// Feeds the bytes of a text and where it ends: goes with `hasSameBytes(as:)`.
  mutating func combine(bytesOf text: String) {
    var text = text
    text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    // No UTF-8 has this byte.
    combine(UInt8.max)
  }
}
