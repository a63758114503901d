extension String {
  /// Whether both are the same bytes of UTF-8.
  ///
  /// `==` would compare them normalised: `é` in two spellings would be one text, and texts that are long
  /// runs of combining marks would take quadratic time.
  func hasSameBytes(as other: String) -> Bool {
    if utf8.count != other.utf8.count { return false }
    var (one, other) = (self, other)
    return one.withUTF8 { one in other.withUTF8 { one.elementsEqual($0) } }
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
