/// Reads the compiled form of a time zone (TZif, RFC 8536), which PostgreSQL, the C library and Python's `zoneinfo`
/// read as well.
struct ZoneFile {
  /// The largest file of the time zone database has some 4 kB.
  static let maximumLength = 65_536
  /// The changes of a rule are listed to here. From the year of the last one that a file itself lists there are more
  /// than 400, so that ``ZoneClock`` finds those of all later years.
  static let lastListedYear = 2500

  private let bytes: [UInt8]
  private var position = 0

  /// Nil if it is not a file of this form.
  static func clock(_ bytes: [UInt8]) -> ZoneClock? {
    guard bytes.count <= maximumLength else { return nil }
    var file = ZoneFile(bytes: bytes)
    return file.read()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func read() -> ZoneClock? {
    guard let short = readHeader(), short.version != 0 else { return nil }
    // The second block has the same with 64 bits.
    position += short.length(ofTime: 4)
    guard let header = readHeader(), header.typeCount > 0, let (offset, changes) = readChanges(header) else { return nil }
    position += header.length(ofTime: 8) - header.timeCount * 9 - header.typeCount * 6
    guard let footer = readFooter() else { return nil }
    if footer.isEmpty { return ZoneClock(initialOffset: offset, changes: changes) }
    guard let rule = ZoneRule(footer) else { return nil }
    return ZoneClock(initialOffset: offset, changes: changes + rule.changes(after: changes.last))
  }

  private struct Header {
    var version: UInt8
    var universalCount, standardCount, leapCount, timeCount, typeCount, nameLength: Int

    func length(ofTime size: Int) -> Int {
      timeCount * (size + 1) + typeCount * 6 + nameLength + leapCount * (size + 4) + standardCount + universalCount
    }
  }

  private mutating func readHeader() -> Header? {
    guard let magic = take(4), magic.elementsEqual("TZif".utf8), let version = take(1)?.first, take(15) != nil else { return nil }
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = number(4), 0...Self.maximumLength ~= count else { return nil }
      counts.append(count)
    }
    return Header(
      version: version, universalCount: counts[0], standardCount: counts[1], leapCount: counts[2], timeCount: counts[3],
      typeCount: counts[4], nameLength: counts[5])
  }

  /// The offset before the first change, and the changes. A file with leap seconds is refused: no clock here has them.
  private mutating func readChanges(_ header: Header) -> (offset: Int, changes: [OffsetChange])? {
    guard header.leapCount == 0 else { return nil }
    var moments: [Int] = []
    for _ in 0..<header.timeCount {
      guard let moment = number(8), moment > moments.last ?? Int.min else { return nil }
      moments.append(moment)
    }
    guard let types = take(header.timeCount).map(Array.init) else { return nil }
    var offsets: [Int] = []
    for _ in 0..<header.typeCount {
      guard let offset = number(4), offset.magnitude < 26 * 3600, take(2) != nil else { return nil }
      offsets.append(offset)
    }
    guard types.allSatisfy({ Int($0) < offsets.count }) else { return nil }
    return (offsets[0], zip(moments, types).map { OffsetChange(moment: $0, offset: offsets[Int($1)]) })
  }

  /// The rule for the time after the last change, between two line feeds.
  private mutating func readFooter() -> ArraySlice<UInt8>? {
    guard take(1)?.first == UInt8(ascii: "\n") else { return nil }
    let rest = bytes[position...]
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    return rest[..<end]
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard 0...bytes.count ~= position, count <= bytes.count - position else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// A signed number, the most significant byte first.
  private mutating func number(_ length: Int) -> Int? {
    guard let bytes = take(length) else { return nil }
    let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return length == 4 ? Int(Int32(truncatingIfNeeded: bits)) : Int(truncatingIfNeeded: bits)
  }
}
