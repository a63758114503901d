/// Appends JSON to a buffer — RFC 8259.
///
/// It writes what it is told, one token after the other; commas, colons and brackets are up to its user.
///
/// The one owner of its buffer, in plain memory: an answer is thousands of small writes, and an array would
/// check for each of them whether it is shared. Public, so that the compiler inlines it in other modules.
public struct JSONWriter: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  /// Never more than `capacity`.
  @usableFromInline var size = 0

  /// The size of what was written: a position to `truncate(to:)` later.
  public var count: Int { size }

  /// `capacity` is the expected size in bytes.
  public init(capacity: Int = 0) {
    self.capacity = max(capacity, 64)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// The text written so far, in UTF-8.
  public var bytes: [UInt8] { Array(written) }

  /// The text written so far, valid until the next write.
  private var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: size) }

  /// Takes back all that was written from `count` on, which must be a former value of `self.count`.
  public mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= size)
    size = count
  }

  /// Appends `count` bytes that `body` fills in, all of them.
  @inlinable @inline(__always)
  public mutating func write(count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    if capacity - size < count { grow(by: count) }
    body(start + size)
    size += count
  }

  /// Appends at most `maximum` bytes: as many as `body` says that it has written.
  @inlinable @inline(__always)
  public mutating func write(atMost maximum: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    if capacity - size < maximum { grow(by: maximum) }
    let written = body(start + size)
    precondition(written >= 0 && written <= maximum)
    size += written
  }

  @usableFromInline @inline(never)
  mutating func grow(by count: Int) {
    let larger = max(2 * capacity, size + count)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.update(from: start, count: size)
    start.deallocate()
    (start, capacity) = (moved, larger)
  }

  // MARK: As it is

  /// A punctuator or another single byte.
  @inlinable
  public mutating func write(_ byte: UInt8) {
    write(count: 1) { $0.pointee = byte }
  }

  /// A text that is JSON already.
  public mutating func write(json text: StaticString) {
    write(json: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Bytes that are JSON already.
  @inlinable
  public mutating func write(json bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    write(count: bytes.count) { $0.update(from: first, count: bytes.count) }
  }

  /// Bytes that are JSON already.
  public mutating func write(json bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { write(json: $0) }
  }

  /// Text that is JSON already.
  public mutating func write(json text: String) {
    var text = text
    text.withUTF8 { write(json: $0) }
  }

  /// Once more what stands at `range`, which must be in what was written.
  @inlinable
  public mutating func repeatBytes(in range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= size)
    if capacity - size < range.count { grow(by: range.count) }
    (start + size).update(from: start + range.lowerBound, count: range.count)
    size += range.count
  }

  // MARK: Scalars

  public mutating func writeNull() {
    write(json: "null")
  }

  public mutating func writeBool(_ value: Bool) {
    write(json: value ? "true" : "false")
  }

  public mutating func writeInteger(_ value: Int) {
    writeInteger(Int64(value))
  }

  public mutating func writeInteger(_ value: Int64) {
    if value < 0 { write(UInt8(ascii: "-")) }
    var digitCount = 1
    var rest = value.magnitude
    while rest >= 10 {
      rest /= 10
      digitCount += 1
    }
    write(count: digitCount) { digits in
      // They come last one first.
      var rest = value.magnitude
      for position in (0..<digitCount).reversed() {
        digits[position] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      }
    }
  }

  /// In the fewest digits that name this number among its type; `null` if it is not finite.
  public mutating func writeDouble(_ value: Double) {
    if value.isFinite {
      write(json: value.description)
    } else {
      writeNull()
    }
  }

  // MARK: Strings

  /// A string in quotes, escaped.
  public mutating func writeString(_ string: String) {
    var string = string
    string.withUTF8 { writeString($0) }
  }

  /// A string in quotes, escaped. `utf8` is valid UTF-8.
  public mutating func writeString(_ utf8: UnsafeBufferPointer<UInt8>) {
    let plain = Self.plainPrefix(of: utf8)
    write(atMost: plain + 2) { text in
      text[0] = UInt8(ascii: "\"")
      if let first = utf8.baseAddress { (text + 1).update(from: first, count: plain) }
      text[plain + 1] = UInt8(ascii: "\"")
      return plain == utf8.count ? plain + 2 : plain + 1
    }
    if plain < utf8.count { writeEscaped(UnsafeBufferPointer(rebasing: utf8[plain...])) }
  }

  /// The rest of a string, from the first byte on that needs an escape.
  private mutating func writeEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
    var rest = utf8
    while let byte = rest.first {
      writeEscape(of: byte)
      rest = UnsafeBufferPointer(rebasing: rest.dropFirst())
      let plain = Self.plainPrefix(of: rest)
      write(json: UnsafeBufferPointer(rebasing: rest[..<plain]))
      rest = UnsafeBufferPointer(rebasing: rest[plain...])
    }
    write(UInt8(ascii: "\""))
  }

  /// How many bytes stand before the first that needs an escape. Eight at a time: most strings need none.
  private static func plainPrefix(of utf8: UnsafeBufferPointer<UInt8>) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    let bytes = UnsafeRawBufferPointer(utf8)
    var position = 0
    while position + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      // Less than 0x20, a quotation mark or a backslash: `word &- ones * n` borrows into the high bit of a
      // byte below n, and a byte is below 1 where it was equal to what was taken off by XOR.
      let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      let controls = (word &- ones &* 0x20) & ~word
      let found = (controls | ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)) & highBits
      if found != 0 { break }
      position += 8
    }
    while position < bytes.count, !needsEscape(bytes[position]) { position += 1 }
    return position
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func writeEscape(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): write(json: "\\\"")
    case UInt8(ascii: "\\"): write(json: "\\\\")
    case UInt8(ascii: "\n"): write(json: "\\n")
    case UInt8(ascii: "\r"): write(json: "\\r")
    case UInt8(ascii: "\t"): write(json: "\\t")
    case 0x08: write(json: "\\b")
    case 0x0C: write(json: "\\f")
    default:
      write(json: "\\u")
      write(json: byte.hexadecimal(width: 4))
    }
  }
}
