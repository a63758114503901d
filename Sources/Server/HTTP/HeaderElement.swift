/// An element of a header that is a list — RFC 9110, section 5.6.1 — with its parameters:
///
///     application/json; charset=utf-8; q=0.9
struct HeaderElement {
  struct Parameter {
    /// In lower case.
    let name: String
    /// Without quotes.
    let value: String
  }

  /// In lower case.
  let name: String
  let parameters: [Parameter]

  /// The longest header that is taken apart.
  static let maximumLength = 1024

  /// The elements of a header, nil in the place of one that is malformed; empty ones are left out.
  /// - Returns: nil when the header is too long, or is not ASCII.
  static func list(_ header: String) -> [HeaderElement?]? {
    guard header.utf8.count <= maximumLength, header.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return parts(of: Array(header.utf8)[...], separatedBy: UInt8(ascii: ","))
      .filter { !$0.isEmpty }.map { HeaderElement($0) }
  }

  /// How welcome this is, in thousandths — RFC 9110, section 12.4.2. Nil when it is no weight.
  var weight: Int? {
    guard let text = parameters.first(where: { $0.name == "q" })?.value.utf8 else { return 1000 }
    guard let first = text.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1") else { return nil }
    let fraction = text.dropFirst()
    guard fraction.first ?? UInt8(ascii: ".") == UInt8(ascii: ".") else { return nil }
    var weight = first == UInt8(ascii: "1") ? 1000 : 0
    for (digit, unit) in zip(fraction.dropFirst(), [100, 10, 1]) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      weight += Int(digit - UInt8(ascii: "0")) * unit
    }
    return fraction.count <= 4 && weight <= 1000 ? weight : nil
  }

  private init?(_ element: ArraySlice<UInt8>) {
    let parts = Self.parts(of: element, separatedBy: UInt8(ascii: ";"))
    guard let name = parts.first, let name = Self.token(name, and: [UInt8(ascii: "/")]) else { return nil }
    var parameters: [Parameter] = []
    for part in parts.dropFirst() where !part.isEmpty {
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")), let name = Self.token(part[..<equals]),
        let value = Self.value(part[(equals + 1)...])
      else { return nil }
      parameters.append(Parameter(name: name.lowercased(), value: value))
    }
    self.name = name.lowercased()
    self.parameters = parameters
  }

  /// The parts between separators, without white space around them. A separator in quotes does not separate.
  private static func parts(of text: ArraySlice<UInt8>, separatedBy separator: UInt8) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var isQuoted = false
    var isEscaped = false
    for index in text.indices {
      switch text[index] {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isQuoted: isEscaped = true
      case UInt8(ascii: "\""): isQuoted.toggle()
      case separator where !isQuoted:
        parts.append(trimmed(text[start..<index]))
        start = index + 1
      default: break
      }
    }
    return parts + [trimmed(text[start...])]
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let rest = text.drop(while: isSpace)
    return rest.dropLast(rest.reversed().prefix(while: isSpace).count)
  }

  /// `token = 1*tchar`, here with some more characters.
  private static func token(_ text: ArraySlice<UInt8>, and more: [UInt8] = []) -> String? {
    let isToken = text.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte) || more.contains(byte)
      }
    }
    return isToken && !text.isEmpty ? String(decoding: text, as: UTF8.self) : nil
  }

  /// `token / quoted-string`
  private static func value(_ text: ArraySlice<UInt8>) -> String? {
    guard text.first == UInt8(ascii: "\"") else { return token(text) }
    guard text.count >= 2, text.last == UInt8(ascii: "\"") else { return nil }
    var value: [UInt8] = []
    var isEscaped = false
    for byte in text.dropFirst().dropLast() {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        // A quote that is not escaped ends the text, and nothing may follow it.
        guard isEscaped || byte != UInt8(ascii: "\"") else { return nil }
        value.append(byte)
        isEscaped = false
      }
    }
    return isEscaped ? nil : String(decoding: value, as: UTF8.self)
  }
}
