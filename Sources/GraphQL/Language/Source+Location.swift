extension Source {
  /// The line and column of a byte of this text. An offset beyond the end counts as the end.
  package func location(at position: SourcePosition) -> Location {
    var locator = SourceLocator(self)
    return locator.location(at: position)
  }
}

extension Sequence<UInt8> {
  /// How many UTF-16 code units these UTF-8 bytes are: one for each character, two for one beyond U+FFFF.
  var utf16Count: Int {
    var count = 0
    for byte in self {
      let isContinuation = byte & 0b1100_0000 == 0b1000_0000
      count += isContinuation ? 0 : byte >= 0b1111_0000 ? 2 : 1
    }
    return count
  }
}
