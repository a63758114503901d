/// Writes a JSON object of strings and integers, member by member.
struct JSONWriter {
  private var bytes: [UInt8] = []

  mutating func member(_ name: String, _ value: String) {
    begin(name)
    write(value)
  }

  mutating func member(_ name: String, _ value: Int64) {
    begin(name)
    bytes += String(value).utf8
  }

  /// The object in UTF-8.
  consuming func finished() -> [UInt8] {
    if bytes.isEmpty { bytes.append(UInt8(ascii: "{")) }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private mutating func begin(_ name: String) {
    bytes.append(bytes.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
    write(name)
    bytes.append(UInt8(ascii: ":"))
  }

  /// RFC 8259, section 7: only the quotation mark, the backslash and control characters need an escape.
  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x10: bytes += "\\u000\(String(byte, radix: 16))".utf8
      case ..<0x20: bytes += "\\u00\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
