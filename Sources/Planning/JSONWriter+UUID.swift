import GraphQL

extension JSONWriter {
  /// Writes the 16 bytes of a `uuid`: `"0199…"`, lower case with hyphens.
  mutating func writeUUID(_ cell: UnsafeBufferPointer<UInt8>) {
    write(UInt8(ascii: "\""))
    for (index, byte) in cell.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { write(UInt8(ascii: "-")) }
      write(Self.hexadecimal(byte >> 4))
      write(Self.hexadecimal(byte & 15))
    }
    write(UInt8(ascii: "\""))
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10
  }
}
