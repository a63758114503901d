import Foundation

/// Which build of the program runs, by the hash that the linker wrote into it.
enum BuildID {
  /// The header of a 64-bit ELF file, little-endian: the offset of its program headers, the size of each, and their
  /// number.
  private enum Header {
    static let tableOffset = 32
    static let entrySize = 54
    static let count = 56
  }

  private static let noteSegment = 4
  private static let buildIDNote = 3

  /// - Returns: 20 bytes, or the file's size and time where the linker wrote none.
  static func bytes() throws -> [UInt8] {
    let url = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let file = try FileHandle(forReadingFrom: url)
    let start = [UInt8](try file.read(upToCount: 64 << 10) ?? Data())
    if let id = note(in: start) { return id }
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return Array("\(attributes[.size] ?? 0) \(attributes[.modificationDate] ?? Date.distantPast)".utf8)
  }

  /// The build's hash, out of the first bytes of the program's file.
  static func note(in file: [UInt8]) -> [UInt8]? {
    guard file.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]), let table = number(file, Header.tableOffset, 8),
      let size = number(file, Header.entrySize, 2), let count = number(file, Header.count, 2)
    else { return nil }
    for index in 0..<count {
      let entry = table + index * size
      guard number(file, entry, 4) == noteSegment, let start = number(file, entry + 8, 8), let length = number(file, entry + 32, 8)
      else { continue }
      if let id = buildID(in: file, from: start, to: start + length) { return id }
    }
    return nil
  }

  /// A note is the length of its name, of its content and its type, then both, each filled up to four bytes.
  private static func buildID(in file: [UInt8], from start: Int, to end: Int) -> [UInt8]? {
    var place = start
    while place < end, let name = number(file, place, 4), let length = number(file, place + 4, 4),
      let type = number(file, place + 8, 4)
    {
      let content = place + 12 + (name + 3) / 4 * 4
      guard length > 0, content + length <= file.count else { return nil }
      if type == buildIDNote { return Array(file[content..<content + length]) }
      place = content + (length + 3) / 4 * 4
    }
    return nil
  }

  /// A number of `size` bytes, the least significant first; nil where the file has none, or one that is no place in it.
  private static func number(_ file: [UInt8], _ place: Int, _ size: Int) -> Int? {
    guard place >= 0, place <= file.count - size else { return nil }
    let value = file[place..<place + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return value <= UInt32.max ? Int(value) : nil
  }
}
