/// A picture of up to 256 colors as a PNG, whose pixels are not compressed. It is the same on every machine.
struct PNGImage {
  let side: Int
  /// Red, green and blue, by the number of the color.
  let palette: [(UInt8, UInt8, UInt8)]
  /// The number of the color of each pixel, row by row from the top: as many as a block that is not compressed may have.
  let pixels: [UInt8]

  var bytes: [UInt8] {
    let size = Self.bigEndian(UInt32(side))
    // 8 bits a pixel, of the palette.
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", size + size + [8, 3, 0, 0, 0])
      + Self.chunk("PLTE", palette.flatMap { [$0.0, $0.1, $0.2] }) + Self.chunk("IDAT", compressed) + Self.chunk("IEND", [])
  }

  /// A zlib stream of one block.
  private var compressed: [UInt8] {
    let rows = (0..<side).flatMap { [0] + pixels[$0 * side..<($0 + 1) * side] }
    let count = UInt16(rows.count)
    let length = [UInt8(truncatingIfNeeded: count), UInt8(count >> 8)]
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in rows {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return [0x78, 0x01, 0x01] + length + length.map { ~$0 } + rows + Self.bigEndian(b << 16 | a)
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    var sum = UInt32.max
    for byte in named {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return bigEndian(UInt32(content.count)) + named + bigEndian(~sum)
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }
}
