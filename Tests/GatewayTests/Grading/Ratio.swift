import GraphQL

/// An exact fraction of at least zero. Values beyond 128 bits trap: nothing is ever rounded unasked.
struct Ratio: Hashable {
  private(set) var numerator: Int128
  private(set) var denominator: Int128

  /// In lowest terms.
  /// - Parameter denominator: above zero.
  init(_ numerator: Int128, _ denominator: Int128 = 1) {
    let divisor = Self.divisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Reads a JSON number without an exponent; nil for anything else.
  init?(_ value: JSONValue?) {
    guard case .number(let text)? = value else { return nil }
    let parts = text.split(separator: ".", maxSplits: 1)
    guard let digits = Int128(parts.joined()), digits >= 0 else { return nil }
    self.init(digits, Self.power(of: 10, parts.count > 1 ? parts[1].count : 0))
  }

  static func + (left: Ratio, right: Ratio) -> Ratio {
    let divisor = divisor(left.denominator, right.denominator)
    return Ratio(
      left.numerator * (right.denominator / divisor) + right.numerator * (left.denominator / divisor),
      left.denominator / divisor * right.denominator)
  }

  /// Nil below zero.
  func minus(_ other: Ratio) -> Ratio? {
    let divisor = Self.divisor(denominator, other.denominator)
    let difference =
      numerator * (other.denominator / divisor) - other.numerator * (denominator / divisor)
    return difference < 0 ? nil : Ratio(difference, denominator / divisor * other.denominator)
  }

  func times(_ factor: Int128) -> Ratio {
    let divisor = Self.divisor(factor, denominator)
    return Ratio(numerator * (factor / divisor), denominator / divisor)
  }

  func divided(by factor: Int128) -> Ratio { Ratio(numerator, denominator * factor) }

  /// In hundredths, rounded half away from zero.
  var hundredths: Int128 { (numerator * 200 + denominator) / (2 * denominator) }

  /// The whole part.
  var floor: Int128 { numerator / denominator }

  /// Whether it is this fraction to 16 significant digits, or more.
  func isWritten(as written: Ratio) -> Bool {
    guard let distance = minus(written) ?? written.minus(self) else { return false }
    // Half a unit of the sixteenth digit is at most 5·10⁻¹⁶ of the number.
    return distance.numerator <= times(distance.denominator).floor / (2 * Self.power(of: 10, 15))
  }

  /// - Parameter right: above zero, unless `left` is.
  private static func divisor(_ left: Int128, _ right: Int128) -> Int128 {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }

  private static func power(of base: Int128, _ exponent: Int) -> Int128 {
    (0..<exponent).reduce(1) { power, _ in power * base }
  }
}
