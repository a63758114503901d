/// Appends JSON to a buffer — RFC 8259.
///
/// It writes what it is told, one token after the other; commas, colons and brackets are up to its user.
package struct JSONWriter: Sendable {
  /// What was written so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// `capacity` is the expected size in bytes.
  package init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// The size of what was written: a position to `truncate(to:)` later.
  package var count: Int { bytes.count }

  /// Takes back all that was written from `count` on, which must be a former value of `self.count`.
  package mutating func truncate(to count: Int) {
    bytes.removeLast(bytes.count - count)
  }

  // MARK: As it is

  /// A punctuator or another single byte.
  package mutating func write(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// A text that is JSON already.
  package mutating func write(json text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Bytes that are JSON already.
  package mutating func write(json bytes: [UInt8]) {
    self.bytes.append(contentsOf: bytes)
  }

  /// Bytes that are JSON already.
  package mutating func write(json bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes.append(contentsOf: bytes)
  }

  /// Bytes that are JSON already.
  package mutating func write(json bytes: some Collection<UInt8>) {
    self.bytes.append(contentsOf: bytes)
  }

  /// Appends `count` bytes that `body` fills in.
  @inline(__always)
  package mutating func write(count: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    bytes.withUnsafeMutableBufferPointer { body(UnsafeMutableBufferPointer(rebasing: $0[start...])) }
  }

  // MARK: Scalars

  package mutating func writeNull() {
    write(json: "null")
  }

  package mutating func writeBool(_ value: Bool) {
    write(json: value ? "true" : "false")
  }

  package mutating func writeInteger(_ value: Int) {
    writeInteger(Int64(value))
  }

  package mutating func writeInteger(_ value: Int64) {
    if value < 0 { write(UInt8(ascii: "-")) }
    var digitCount = 1
    var rest = value.magnitude
    while rest >= 10 {
      rest /= 10
      digitCount += 1
    }
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: digitCount))
    // The digits come last one first.
    var position = bytes.count
    rest = value.magnitude
    while rest > 0 {
      position -= 1
      bytes[position] += UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// In the fewest digits that name this number among its type; `null` if it is not finite.
  package mutating func writeDouble(_ value: Double) {
    if value.isFinite {
      write(json: value.description.utf8)
    } else {
      writeNull()
    }
  }

  // MARK: Strings

  /// A string in quotes, escaped.
  package mutating func writeString(_ string: String) {
    var string = string
    string.withUTF8 { writeString($0) }
  }

  /// A string in quotes, escaped. `utf8` is valid UTF-8.
  package mutating func writeString(_ utf8: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    var written = 0
    for position in 0..<utf8.count {
      let byte = utf8[position]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[written..<position]))
      writeEscape(of: byte)
      written = position + 1
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[written...]))
    bytes.append(UInt8(ascii: "\""))
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
      write(json: byte.hexadecimal(width: 4).utf8)
    }
  }
}
