package import SQL

extension MutationInput {
  /// A `Date`: RFC 3339 full-date; nil when it is absent or null.
  package func date(_ name: String) throws(MutationFailure) -> SQLValue? {
    guard let text = try text(name, characters: 0...100) else { return nil }
    guard CivilDate.isDate(text) else {
      throw .invalid("\"\(name)\" must be a day of the calendar such as 2026-09-07.", at: path(of: name))
    }
    return .literal(text, .date)
  }

  /// A number of at most four decimals, as `numeric`; nil when it is absent or null.
  /// - Parameters:
  ///   - minimum: the least that may be, in ten-thousandths.
  ///   - limit: what it must stay below, as a whole number.
  package func decimal(
    _ name: String, atLeast minimum: Int, below limit: Int
  ) throws(MutationFailure) -> SQLValue? {
    guard let number = try number(name) else { return nil }
    let scaled = number * 10_000
    let whole = scaled.rounded()
    guard whole >= Double(minimum), whole < Double(limit * 10_000) else {
      let least = minimum == 0 ? "at least 0" : "above 0"
      throw .invalid("\"\(name)\" must be \(least) and below \(limit), got \(number).", at: path(of: name))
    }
    // A double of this size is right to more than six decimals.
    guard (scaled - whole).magnitude < 0.001 else {
      throw .invalid("\"\(name)\" must have at most 4 decimals, got \(number).", at: path(of: name))
    }
    let digits = Int(whole)
    let decimals = String(digits % 10_000 + 10_000).dropFirst()
    return .literal("\(digits / 10_000).\(decimals)", .numeric)
  }
}

extension CivilDate {
  /// Whether text is `YYYY-MM-DD` and names a day that there is.
  static func isDate(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return false }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = 10 * value + Int(byte - UInt8(ascii: "0"))
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), year > 0,
      (1...12).contains(month)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...lengths[month - 1]).contains(day)
  }
}
