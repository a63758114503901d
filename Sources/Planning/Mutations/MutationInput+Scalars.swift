package import SQL

/// The scalars that are text with a form of its own: what has another form is refused, with an example.
extension MutationInput {
  /// A `Time`: RFC 3339 partial-time in whole seconds; nil when it is absent or null.
  package func time(_ name: String) throws(MutationFailure) -> SQLValue? {
    try scalar(name, "a time of day such as 08:30:00", Form.isTime).map { .literal($0, .time) }
  }

  /// A `DateTime`: RFC 3339 date-time; nil when it is absent or null.
  package func dateTime(_ name: String) throws(MutationFailure) -> SQLValue? {
    try scalar(name, "a moment such as 2026-09-07T08:30:00Z", Form.isDateTime).map { .literal($0, .timestamptz) }
  }

  /// A `Color`, in upper case; nil when it is absent or null.
  package func color(_ name: String) throws(MutationFailure) -> SQLValue? {
    try scalar(name, "a color such as #2E86AB", Form.isColor).map { .text($0.uppercased()) }
  }

  /// A `URL`; nil when it is absent or null.
  package func url(_ name: String) throws(MutationFailure) -> SQLValue? {
    try scalar(name, "an address such as https://example.org/page, of at most 2000 characters", Form.isURL)
      .map { .text($0) }
  }

  /// A `TimeZone` of a form that may be a name; the database knows which there are. Nil when it is absent or null.
  package func timeZone(_ name: String) throws(MutationFailure) -> SQLValue? {
    try scalar(name, "the IANA name of a time zone, such as America/New_York", Form.isTimeZone).map { .text($0) }
  }

  private func scalar(
    _ name: String, _ what: String, _ hasForm: ([UInt8]) -> Bool
  ) throws(MutationFailure) -> String? {
    guard let text = try text(name, characters: 0...2000) else { return nil }
    guard hasForm(Array(text.utf8)) else { throw .invalid("\"\(name)\" must be \(what).", at: path(of: name)) }
    return text
  }
}

/// The forms of scalars, over UTF-8.
private enum Form {
  /// `08:30:00`
  static func isTime(_ text: [UInt8]) -> Bool { isTime(text[...]) }

  private static func isTime(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, let hours = twoDigits(parts[0]), let minutes = twoDigits(parts[1]),
      let seconds = twoDigits(parts[2])
    else { return false }
    return hours < 24 && minutes < 60 && seconds < 60
  }

  /// `2026-09-07T08:30:00.125+02:00`, with at most six decimals.
  static func isDateTime(_ text: [UInt8]) -> Bool {
    guard text.count >= 20, text[10] == UInt8(ascii: "T"), isTime(text[11..<19]),
      CivilDate.isDate(String(decoding: text[..<10], as: UTF8.self))
    else { return false }
    var rest = text[19...]
    if rest.first == UInt8(ascii: ".") {
      let decimals = rest.dropFirst().prefix { isDigit($0) }
      guard (1...6).contains(decimals.count) else { return false }
      rest = rest.dropFirst(1 + decimals.count)
    }
    if rest.elementsEqual([UInt8(ascii: "Z")]) { return true }
    guard rest.count == 6, rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-"),
      rest[rest.startIndex + 3] == UInt8(ascii: ":"), let hours = twoDigits(rest.dropFirst().prefix(2)),
      let minutes = twoDigits(rest.suffix(2))
    else { return false }
    // PostgreSQL takes offsets of less than 16 hours.
    return hours < 16 && minutes < 60
  }

  /// `#2E86AB`
  static func isColor(_ text: [UInt8]) -> Bool {
    text.count == 7 && text[0] == UInt8(ascii: "#")
      && text.dropFirst().allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20) }
  }

  /// `http://` or `https://`, a host, and no space, control character or what must be escaped.
  static func isURL(_ text: [UInt8]) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: { text.starts(with: $0.utf8) }) else { return false }
    let rest = text.dropFirst(scheme.utf8.count)
    let isPrintable = rest.allSatisfy { $0 > 0x20 && $0 != 0x7F && !#"<>"\^`{|}"#.utf8.contains($0) }
    guard isPrintable, let first = rest.first else { return false }
    return !"/?#:@".utf8.contains(first)
  }

  /// `UTC`, `Etc/GMT+5` of -14 to +12, or two or three words such as `America/Port-au-Prince`. No other name has digits: with
  /// them PostgreSQL takes a name that it does not know for a rule of its own.
  static func isTimeZone(_ text: [UInt8]) -> Bool {
    if text == Array("UTC".utf8) { return true }
    for (prefix, most) in [("Etc/GMT+", 12), ("Etc/GMT-", 14)] where text.starts(with: prefix.utf8) {
      return (1...most).contains { text.dropFirst(prefix.utf8.count).elementsEqual("\($0)".utf8) }
    }
    let words = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard text.count <= 64, (2...3).contains(words.count) else { return false }
    return words.allSatisfy { word in
      guard let first = word.first, isLetter(first), let last = word.last, isLetter(last) else { return false }
      return word.allSatisfy { isLetter($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    }
  }

  private static func twoDigits(_ text: ArraySlice<UInt8>) -> Int? {
    guard text.count == 2, text.allSatisfy(isDigit) else { return nil }
    return text.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
