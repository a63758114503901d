/// A recursive descent parser of JSON texts — RFC 8259.
///
/// Each `parse…` method has its production above it and starts at the first byte of it; all but
/// `parseText` end right after its last.
struct JSONParser {
  let text: Bytes
  var position = 0
  private let maxDepth: Int
  private var depth = 0

  /// `text` must outlive the parser.
  init(_ text: Bytes, maxDepth: Int) {
    self.text = text
    self.maxDepth = maxDepth
  }

  /// `JSON-text = ws value ws`
  mutating func parseText() throws(JSONError) -> JSONValue {
    if text.at(0) == 0xEF, text.at(1) == 0xBB, text.at(2) == 0xBF {
      throw JSONError("Unexpected byte order mark.", at: 0)
    }
    skipWhitespace()
    let value = try parseValue()
    skipWhitespace()
    guard position == text.count else {
      throw JSONError("Unexpected \(found) after the value.", at: position)
    }
    return value
  }

  /// `value = false / null / true / object / array / number / string`
  private mutating func parseValue() throws(JSONError) -> JSONValue {
    switch text.at(position) {
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "{"): return .object(try parseObject())
    case UInt8(ascii: "["): return .array(try parseArray())
    case UInt8(ascii: "t") where skip(literal: "true"): return .bool(true)
    case UInt8(ascii: "f") where skip(literal: "false"): return .bool(false)
    case UInt8(ascii: "n") where skip(literal: "null"): return .null
    case let byte? where byte.isDigit || byte == UInt8(ascii: "-"): return .number(try parseNumber())
    default: throw expected("a value")
    }
  }

  /// `array = begin-array [ value *( value-separator value ) ] end-array`
  private mutating func parseArray() throws(JSONError) -> [JSONValue] {
    try enter()
    var values: [JSONValue] = []
    if skipAfterWhitespace(UInt8(ascii: "]")) {
      depth -= 1
      return values
    }
    repeat {
      skipWhitespace()
      values.append(try parseValue())
    } while skipAfterWhitespace(UInt8(ascii: ","))
    guard skipAfterWhitespace(UInt8(ascii: "]")) else { throw expected("\",\" or \"]\"") }
    depth -= 1
    return values
  }

  /// `object = begin-object [ member *( value-separator member ) ] end-object`
  ///
  /// `member = string name-separator value`
  private mutating func parseObject() throws(JSONError) -> [JSONValue.Member] {
    try enter()
    var members: [JSONValue.Member] = []
    if skipAfterWhitespace(UInt8(ascii: "}")) {
      depth -= 1
      return members
    }
    var names = JSONMemberNames()
    repeat {
      skipWhitespace()
      guard text.at(position) == UInt8(ascii: "\"") else { throw expected("a member name in quotes") }
      let start = position
      let name = try parseString()
      guard names.insert(name, after: members) else {
        throw JSONError("Duplicate member \"\(name.brief)\".", at: start)
      }
      guard skipAfterWhitespace(UInt8(ascii: ":")) else { throw expected("\":\"") }
      skipWhitespace()
      members.append(JSONValue.Member(name, try parseValue()))
    } while skipAfterWhitespace(UInt8(ascii: ","))
    guard skipAfterWhitespace(UInt8(ascii: "}")) else { throw expected("\",\" or \"}\"") }
    depth -= 1
    return members
  }

  /// `number = [ minus ] int [ frac ] [ exp ]`
  ///
  /// `int = zero / ( digit1-9 *DIGIT )`, `frac = decimal-point 1*DIGIT`,
  /// `exp = e [ minus / plus ] 1*DIGIT`
  private mutating func parseNumber() throws(JSONError) -> String {
    let start = position
    _ = skip(UInt8(ascii: "-"))
    if skip(UInt8(ascii: "0")) {
      if text.at(position)?.isDigit == true {
        throw JSONError("A number must not start with 0.", at: position - 1)
      }
    } else {
      try skipDigits()
    }
    if skip(UInt8(ascii: ".")) { try skipDigits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
      try skipDigits()
    }
    return text.asciiString(start, position)
  }

  private mutating func skipDigits() throws(JSONError) {
    let start = position
    while position < text.count, text[position].isDigit { position += 1 }
    guard position > start else { throw expected("a digit") }
  }

  private mutating func enter() throws(JSONError) {
    depth += 1
    guard depth <= maxDepth else {
      throw JSONError("Arrays and objects nest more than \(maxDepth) levels deep.", at: position)
    }
    position += 1
  }

  // MARK: Bytes

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard text.at(position) == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipAfterWhitespace(_ byte: UInt8) -> Bool {
    skipWhitespace()
    return skip(byte)
  }

  private mutating func skip(literal: StaticString) -> Bool {
    let bytes = Bytes(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    for index in 0..<bytes.count where text.at(position + index) != bytes[index] { return false }
    position += bytes.count
    return true
  }

  /// `ws = *( space / tab / line feed / carriage return )`
  private mutating func skipWhitespace() {
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
      default: return
      }
    }
  }

  // MARK: Errors

  private func expected(_ what: String) -> JSONError {
    JSONError("Expected \(what), found \(found).", at: position)
  }

  /// The character at the current position as error messages show it.
  private var found: String {
    position < text.count ? text.characterDescription(at: position) : "the end of the text"
  }
}
