import GraphQL

extension JSONWriter {
  /// Writes the 16 bytes of a `uuid`: `"0199…"`, lower case with hyphens.
  mutating func writeUUID(_ cell: UnsafeBufferPointer<UInt8>) {
    write(count: 38) { text in
      text[0] = UInt8(ascii: "\"")
      var position = 1
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          text[position] = UInt8(ascii: "-")
          position += 1
        }
        let byte = cell[index]
        text[position] = Self.hexadecimal(byte >> 4)
        text[position + 1] = Self.hexadecimal(byte & 15)
        position += 2
      }
      text[37] = UInt8(ascii: "\"")
    }
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit &+ (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") &- 10)
  }
}
