package import SQL

/// Bounds of a decimal number in an input.
package struct DecimalBounds: Hashable, Sendable {
  let minimum: Int
  /// Whether `minimum` itself is allowed.
  let includesMinimum: Bool
  /// Excluded.
  let limit: Int
  let decimals: Int

  /// - Parameter decimals: so few that the numbers within the bounds have at most 15 digits.
  package init(minimum: Int, includesMinimum: Bool, limit: Int, decimals: Int) {
    self.minimum = minimum
    self.includesMinimum = includesMinimum
    self.limit = limit
    self.decimals = decimals
  }

  func contains(_ number: Double, scale: Double = 1) -> Bool {
    let least = Double(minimum) * scale
    return (includesMinimum ? number >= least : number > least) && number < Double(limit) * scale
  }

  /// As errors say it: `at least 0 and below 1000000`.
  var text: String { "\(includesMinimum ? "at least" : "above") \(minimum) and below \(limit)" }
}

extension MutationInput {
  /// A number within bounds, as `numeric`; nil when it is absent or null.
  package func decimal(_ name: String, _ bounds: DecimalBounds) throws(MutationFailure) -> SQLValue? {
    guard let number = try number(name), let text = numberText(name) else { return nil }
    let scale = (0..<bounds.decimals).reduce(1) { scale, _ in scale * 10 }
    let scaled = number * Double(scale)
    let whole = scaled.rounded()
    let isWithin = bounds.contains(number)
    // What a client has computed may be off in its last bits, as the sum of 0.1 and 0.2 is.
    let isExact = (scaled - whole).magnitude <= max(1e-9, 64 * scaled.ulp)
    if isWithin, !isExact {
      throw .invalid("\"\(name)\" must have at most \(bounds.decimals) decimals, got \(text).", at: path(of: name))
    }
    guard isWithin, bounds.contains(whole, scale: Double(scale)) else {
      throw .invalid("\"\(name)\" must be \(bounds.text), got \(text).", at: path(of: name))
    }
    let units = Int(whole)
    let (digits, rest) = units.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    let decimals = bounds.decimals == 0 ? "" : ".\(String(rest + UInt(scale)).dropFirst())"
    return .literal("\(units < 0 ? "-" : "")\(digits)\(decimals)", .numeric)
  }
}
