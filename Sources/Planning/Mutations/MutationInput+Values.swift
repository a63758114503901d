package import SQL

extension MutationInput {
  /// A number of at most four decimals, as `numeric`; nil when it is absent or null.
  /// - Parameters:
  ///   - minimum: the least that may be, in ten-thousandths.
  ///   - limit: what it must stay below, as a whole number.
  package func decimal(
    _ name: String, atLeast minimum: Int, below limit: Int
  ) throws(MutationFailure) -> SQLValue? {
    guard let number = try number(name), let text = numberText(name) else { return nil }
    let scaled = number * 10_000
    let whole = scaled.rounded()
    let isWithin = (minimum == 0 ? number >= 0 : number > 0) && number < Double(limit)
    // What a client has computed may be off in its last bits, as the sum of 0.1 and 0.2 is.
    let isExact = (scaled - whole).magnitude <= max(1e-9, 64 * scaled.ulp)
    if isWithin, !isExact {
      throw .invalid("\"\(name)\" must have at most 4 decimals, got \(text).", at: path(of: name))
    }
    guard isWithin, whole >= Double(minimum), whole < Double(limit * 10_000) else {
      let least = minimum == 0 ? "at least 0" : "above 0"
      throw .invalid("\"\(name)\" must be \(least) and below \(limit), got \(text).", at: path(of: name))
    }
    let digits = Int(whole)
    let decimals = String(digits % 10_000 + 10_000).dropFirst()
    return .literal("\(digits / 10_000).\(decimals)", .numeric)
  }
}
