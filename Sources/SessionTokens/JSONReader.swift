/// Reads one JSON object — RFC 8259, whose section each method names.
struct JSONReader {
  /// All that is known of text that is not what it should be. The caller has no use for more.
  struct Malformed: Error {}

  /// Tokens are flat; this bounds the recursion on those that are not.
  private static let maximumDepth = 8

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func readDocument() throws(Malformed) -> JSONObject {
    skipWhiteSpace()
    let object = try readObject(depth: 1)
    guard position == bytes.count else { throw Malformed() }
    return object
  }

  /// Section 3.
  private mutating func readValue(depth: Int) throws(Malformed) -> JSONObject.Value {
    switch peek {
    case UInt8(ascii: "{"): return .object(try readObject(depth: depth))
    case UInt8(ascii: "["): return .array(try readArray(depth: depth))
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "t"): return try readLiteral("true", .bool(true))
    case UInt8(ascii: "f"): return try readLiteral("false", .bool(false))
    case UInt8(ascii: "n"): return try readLiteral("null", .null)
    default: return try readNumber()
    }
  }

  private mutating func readLiteral(
    _ text: StaticString, _ value: JSONObject.Value
  ) throws(Malformed) -> JSONObject.Value {
    guard bytes[position...].starts(with: "\(text)".utf8) else { throw Malformed() }
    position += text.utf8CodeUnitCount
    skipWhiteSpace()
    return value
  }

  /// Section 4.
  private mutating func readObject(depth: Int) throws(Malformed) -> JSONObject {
    guard depth <= Self.maximumDepth else { throw Malformed() }
    try expect(UInt8(ascii: "{"))
    var object = JSONObject()
    // As many as a session token has, so that the table is not made anew while it grows.
    if depth == 1 { object.members.reserveCapacity(10) }
    guard !skip(UInt8(ascii: "}")) else { return object }
    repeat {
      let name = try readString()
      try expect(UInt8(ascii: ":"))
      let value = try readValue(depth: depth + 1)
      guard object.members.updateValue(value, forKey: name) == nil else { throw Malformed() }
    } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
    return object
  }

  /// Section 5.
  private mutating func readArray(depth: Int) throws(Malformed) -> [JSONObject.Value] {
    guard depth <= Self.maximumDepth else { throw Malformed() }
    try expect(UInt8(ascii: "["))
    var elements: [JSONObject.Value] = []
    guard !skip(UInt8(ascii: "]")) else { return elements }
    repeat {
      elements.append(try readValue(depth: depth + 1))
    } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
    return elements
  }

  /// Section 6: `[ minus ] int [ frac ] [ exp ]`.
  private mutating func readNumber() throws(Malformed) -> JSONObject.Value {
    let start = position
    var isInteger = true
    take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try takeDigits() }
    if take(UInt8(ascii: ".")) {
      isInteger = false
      try takeDigits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "+")) { take(UInt8(ascii: "-")) }
      try takeDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    skipWhiteSpace()
    guard isInteger, let integer = Int64(text) else { return .otherNumber }
    return .integer(integer)
  }

  private mutating func takeDigits() throws(Malformed) {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw Malformed() }
  }

  /// Section 7.
  private mutating func readString() throws(Malformed) -> String {
    guard take(UInt8(ascii: "\"")) else { throw Malformed() }
    var text = try readUnescaped()
    while take(UInt8(ascii: "\\")) {
      text.unicodeScalars.append(try readEscape())
      text += try readUnescaped()
    }
    try expect(UInt8(ascii: "\""))
    return text
  }

  /// Reads up to the next quotation mark, backslash or control character.
  private mutating func readUnescaped() throws(Malformed) -> String {
    let start = position
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
    let text = bytes[start..<position]
    // Bytes of ASCII, as nearly all of a token's are, cannot be malformed.
    if !text.contains(where: { $0 >= 0x80 }) { return String(decoding: text, as: UTF8.self) }
    guard let text = String(validating: text, as: UTF8.self) else { throw Malformed() }
    return text
  }

  /// Reads the part of an escape after the backslash.
  private mutating func readEscape() throws(Malformed) -> Unicode.Scalar {
    guard let byte = peek else { throw Malformed() }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try readCodeUnit()
      guard UTF16.isLeadSurrogate(unit) else { return try scalar(UInt32(unit)) }
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw Malformed() }
      let trail = try readCodeUnit()
      guard UTF16.isTrailSurrogate(trail) else { throw Malformed() }
      return try scalar(0x1_0000 + (UInt32(unit) - 0xd800) << 10 + UInt32(trail) - 0xdc00)
    default: throw Malformed()
    }
  }

  /// Four hexadecimal digits.
  private mutating func readCodeUnit() throws(Malformed) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw Malformed()
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  /// Refuses a trail surrogate on its own.
  private func scalar(_ value: UInt32) throws(Malformed) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(value) else { throw Malformed() }
    return scalar
  }

  /// The next byte, if there is one.
  private var peek: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  @discardableResult
  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  /// Takes a structural character and the white space after it.
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard take(byte) else { return false }
    skipWhiteSpace()
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(Malformed) {
    guard skip(byte) else { throw Malformed() }
  }

  /// Section 2.
  private mutating func skipWhiteSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d { position += 1 }
  }
}
