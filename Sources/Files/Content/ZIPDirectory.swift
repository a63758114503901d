/// The central directory of a ZIP archive: APPNOTE.TXT of PKWARE, sections 4.3.12 and 4.3.16.
///
/// It is read as strictly as programs read it that take the whole archive for granted: the archive begins with its first entry and ends
/// with the directory, nothing is in front, behind or hidden between two readings. An archive in other parts, with ZIP64, with encrypted
/// entries or with one name twice is none.
struct ZIPDirectory {
  struct Entry: Hashable {
    let nameBytes: [UInt8]
    /// 0 for stored, 8 for deflated.
    let method: UInt16
    let compressedSize: Int
    let size: Int
    /// The position of its local header.
    let offset: Int

    var name: String { String(decoding: nameBytes, as: UTF8.self) }
  }

  /// More than any document has.
  static let maximumEntries = 10_000

  let entries: [Entry]

  /// - Returns: nil when the bytes are no such archive.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let end = Self.end(of: bytes) else { return nil }
    var entries: [Entry] = []
    var position = end.directory
    for _ in 0..<end.count {
      guard let (entry, next) = Self.entry(in: bytes, at: position, before: end.position) else { return nil }
      entries.append(entry)
      position = next
    }
    guard position == end.position, Self.areSeparate(entries, in: bytes, before: end.directory) else { return nil }
    // Programs that take the first of two, or ignore case, must not find another entry than this does.
    guard Set(entries.map { $0.name.lowercased() }).count == entries.count else { return nil }
    self.entries = entries
  }

  func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

  /// The bytes of an entry that is stored without compression.
  func stored(_ entry: Entry, in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    guard entry.method == 0, entry.size == entry.compressedSize, let start = Self.start(of: entry, in: bytes) else { return nil }
    return Array(bytes[start..<start + entry.size])
  }

  /// The record at the end of the directory, which is the end of the archive but for a comment.
  private static func end(of bytes: UnsafeRawBufferPointer) -> (position: Int, directory: Int, count: Int)? {
    let size = 22
    guard bytes.count >= size else { return nil }
    let last = bytes.count - size
    for position in stride(from: last, through: max(0, last - 0xFFFF), by: -1) where bytes.long(at: position) == 0x0605_4B50 {
      let (count, directorySize, directory) =
        (bytes.short(at: position + 10), Int(bytes.long(at: position + 12)), Int(bytes.long(at: position + 16)))
      // The last one alone counts. Another one in its comment would be that of another archive.
      guard Int(bytes.short(at: position + 20)) == last - position, bytes.long(at: position + 4) == 0,
        bytes.short(at: position + 8) == count, count > 0, Int(count) <= maximumEntries,
        directory + directorySize == position
      else { return nil }
      return (position, directory, Int(count))
    }
    return nil
  }

  private static func entry(in bytes: UnsafeRawBufferPointer, at position: Int, before end: Int) -> (Entry, next: Int)? {
    guard position + 46 <= end, bytes.long(at: position) == 0x0201_4B50 else { return nil }
    let nameLength = Int(bytes.short(at: position + 28))
    let next = position + 46 + nameLength + Int(bytes.short(at: position + 30)) + Int(bytes.short(at: position + 32))
    // Bit 0: encrypted.
    guard next <= end, nameLength > 0, bytes.short(at: position + 8) & 1 == 0, bytes.short(at: position + 34) == 0 else { return nil }
    let entry = Entry(
      nameBytes: Array(bytes[position + 46..<position + 46 + nameLength]), method: bytes.short(at: position + 10), compressedSize: Int(bytes.long(at: position + 20)),
      size: Int(bytes.long(at: position + 24)), offset: Int(bytes.long(at: position + 42)))
    return (entry, next)
  }

  /// Whether each entry has a local header of its own, with its name, and no two share bytes; the first one begins the archive.
  private static func areSeparate(_ entries: [Entry], in bytes: UnsafeRawBufferPointer, before directory: Int) -> Bool {
    var end = 0
    for entry in entries.sorted(by: { $0.offset < $1.offset }) {
      guard end > 0 || entry.offset == 0, entry.offset >= end, entry.offset + 30 <= directory,
        let start = start(of: entry, in: bytes), start + entry.compressedSize <= directory
      else { return false }
      end = start + entry.compressedSize
    }
    return true
  }

  /// The position of the entry's data, behind a local header with the same name.
  private static func start(of entry: Entry, in bytes: UnsafeRawBufferPointer) -> Int? {
    let name = entry.nameBytes
    guard entry.offset + 30 + name.count <= bytes.count, bytes.long(at: entry.offset) == 0x0403_4B50,
      bytes.short(at: entry.offset + 8) == entry.method, Int(bytes.short(at: entry.offset + 26)) == name.count,
      bytes[entry.offset + 30..<entry.offset + 30 + name.count].elementsEqual(name)
    else { return nil }
    let start = entry.offset + 30 + name.count + Int(bytes.short(at: entry.offset + 28))
    return start + entry.compressedSize <= bytes.count ? start : nil
  }
}

extension UnsafeRawBufferPointer {
  /// Two bytes, the lowest first.
  fileprivate func short(at offset: Int) -> UInt16 { UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self)) }
  /// Four bytes, the lowest first.
  fileprivate func long(at offset: Int) -> UInt32 { UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
}
