/// The value of `Content-Disposition` — RFC 6266, with the names of RFC 8187:
///
///     attachment; filename="Zo_'s _plan_ 50_.pdf"; filename*=UTF-8''Zo%C3%AB%27s%20%22plan%22%2050%25.pdf
enum ContentDisposition {
  /// - Parameter isInline: whether a browser shows the file where it can.
  static func value(isInline: Bool, name: String) -> String {
    let plain = String(String.UnicodeScalarView(name.unicodeScalars.map { isPlain($0) ? $0 : "_" }))
    let value = "\(isInline ? "inline" : "attachment"); filename=\"\(plain)\""
    return plain == name ? value : "\(value); filename*=UTF-8''\(encoded(name))"
  }

  /// Whether a character means the same to all clients in quotes. Some take `%` for an escape, and some `\`.
  private static func isPlain(_ character: Unicode.Scalar) -> Bool {
    (0x20...0x7E).contains(character.value) && character != "\"" && character != "\\" && character != "%"
  }

  /// RFC 8187, section 3.2.1: all but `attr-char` is written as bytes of UTF-8.
  private static func encoded(_ name: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      case _ where "!#$&+-.^_`|~".utf8.contains(byte): bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
