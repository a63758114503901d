import SQL

/// Bounds of a decimal number in an input or an argument.
package struct DecimalBounds: Hashable, Sendable {
  let minimum: Int
  /// Whether `minimum` itself is allowed.
  let includesMinimum: Bool
  let limit: Int
  /// Whether `limit` itself is allowed.
  let includesLimit: Bool
  let decimals: Int

  /// - Parameter decimals: so few that the numbers within the bounds have at most 15 digits.
  package init(minimum: Int, includesMinimum: Bool, limit: Int, includesLimit: Bool = false, decimals: Int) {
    self.minimum = minimum
    self.includesMinimum = includesMinimum
    self.limit = limit
    self.includesLimit = includesLimit
    self.decimals = decimals
  }

  /// A number that does not fit, as errors say it: `must have at most 4 decimals`.
  struct Problem: Error {
    let message: String
  }

  /// The number as `numeric`. The last bits of a number that a client computed may be off, as those of 0.1 + 0.2 are.
  func value(of number: Double) throws(Problem) -> SQLValue {
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let scaled = number * Double(scale)
    let whole = scaled.rounded()
    let isWithin = contains(number)
    if isWithin, (scaled - whole).magnitude > max(1e-9, 64 * scaled.ulp) {
      throw Problem(message: "must have at most \(decimals) decimals")
    }
    guard isWithin, contains(whole, scale: Double(scale)) else { throw Problem(message: "must be \(text)") }
    let units = Int(whole)
    let (digits, rest) = units.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    let fraction = decimals == 0 ? "" : ".\(String(rest + UInt(scale)).dropFirst())"
    return .literal("\(units < 0 ? "-" : "")\(digits)\(fraction)", .numeric)
  }

  private func contains(_ number: Double, scale: Double = 1) -> Bool {
    let (least, most) = (Double(minimum) * scale, Double(limit) * scale)
    return (includesMinimum ? number >= least : number > least) && (includesLimit ? number <= most : number < most)
  }

  /// `at least 0 and below 1000000`
  private var text: String {
    "\(includesMinimum ? "at least" : "above") \(minimum) and \(includesLimit ? "at most" : "below") \(limit)"
  }
}
