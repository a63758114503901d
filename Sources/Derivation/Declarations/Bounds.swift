/// Bounds of the values that inputs take for a field.
package enum Bounds: Hashable, Sendable {
  /// `@text`: the number of characters, and whether there may be more than one line.
  case text(characters: ClosedRange<Int>, lines: Lines)
  /// `@number`.
  case number(NumberBounds)
  /// `@integer`.
  case integer(ClosedRange<Int>)

  package enum Lines: String, Hashable, Sendable, CaseIterable {
    /// One line that people write: `TextLines.name`.
    case one = "ONE"
    case many = "MANY"
    /// A telephone number as people write it, which is kept in the form of E.164: `TelephoneNumber`.
    case telephone = "TELEPHONE"
  }
}

/// Bounds of a decimal number: above or at least a minimum, below or at most a limit, with at most so many decimals.
package struct NumberBounds: Hashable, Sendable {
  package var minimum: Int
  /// Whether `minimum` itself is allowed: `from` rather than `above`.
  package var includesMinimum: Bool
  package var limit: Int
  /// Whether `limit` itself is allowed: `to` rather than `below`.
  package var includesLimit = false
  package var decimals: Int

  /// Whether a `Float` tells apart all numbers with so many decimals: they have at most 15 digits.
  var isExact: Bool {
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let greatest = 1_000_000_000_000_000 / scale
    return limit <= greatest && minimum >= -greatest
  }
}

extension Bounds: CustomStringConvertible {
  /// As descriptions of inputs say it: `1 to 500 characters`.
  package var description: String {
    switch self {
    case .text(let characters, _):
      characters.lowerBound == 0
        ? "at most \(grouped(characters.upperBound)) characters"
        : "\(grouped(characters.lowerBound)) to \(grouped(characters.upperBound)) characters"
    case .number(let bounds):
      "\(bounds.includesMinimum ? "from" : "above") \(grouped(bounds.minimum)) "
        + "\(bounds.includesLimit ? "to" : "and below") \(grouped(bounds.limit)), "
        + "with at most \(bounds.decimals) decimal\(bounds.decimals == 1 ? "" : "s")"
    case .integer(let range): "from \(grouped(range.lowerBound)) to \(grouped(range.upperBound))"
    }
  }

  /// `10,000`.
  private func grouped(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }
}
