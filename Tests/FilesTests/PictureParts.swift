/// The parts of a picture file, by the lengths that they have.
enum PictureParts {
  /// The names of the chunks of a PNG; `behind` where there are bytes behind the last.
  static func chunks(of bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    var position = 8
    while position + 12 <= bytes.count {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      names.insert(String(decoding: bytes[position + 4..<position + 8], as: UTF8.self))
      position += 12 + length
    }
    if position != bytes.count { names.insert("behind") }
    return names
  }

  /// The markers of a JPEG; 0 where there are bytes behind the last.
  static func markers(of bytes: [UInt8]) -> Set<UInt8> {
    var markers: Set<UInt8> = []
    var position = 0
    while position + 1 < bytes.count {
      guard bytes[position] == 0xFF else {
        position += 1
        continue
      }
      let marker = bytes[position + 1]
      position += 2
      // A byte of the scan, or a restart in it.
      if marker == 0 || 0xD0...0xD7 ~= marker { continue }
      markers.insert(marker)
      if marker == 0xD9 {
        if position != bytes.count { markers.insert(0) }
        return markers
      }
      if marker != 0xD8, position + 1 < bytes.count { position += Int(bytes[position]) << 8 | Int(bytes[position + 1]) }
    }
    return markers
  }
}
