/// An exact fraction of any size, of at least zero.
struct ExactFraction {
  private(set) var numerator: Magnitude
  private(set) var denominator: Magnitude

  /// - Parameter denominator: above zero.
  init(_ numerator: UInt64, _ denominator: UInt64 = 1) {
    self.init(Magnitude(Int128(numerator)), Magnitude(Int128(denominator)))
  }

  private init(_ numerator: Magnitude, _ denominator: Magnitude) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  static func + (left: ExactFraction, right: ExactFraction) -> ExactFraction {
    ExactFraction(
      left.numerator * right.denominator + right.numerator * left.denominator, left.denominator * right.denominator)
  }

  static func * (left: ExactFraction, right: ExactFraction) -> ExactFraction {
    ExactFraction(left.numerator * right.numerator, left.denominator * right.denominator)
  }

  /// - Parameter right: above zero.
  static func / (left: ExactFraction, right: ExactFraction) -> ExactFraction {
    ExactFraction(left.numerator * right.denominator, left.denominator * right.numerator)
  }

  static func == (left: ExactFraction, right: ExactFraction) -> Bool {
    let (one, other) = (left.numerator * right.denominator, right.numerator * left.denominator)
    return !(one < other) && !(other < one)
  }

  /// Rounded half away from zero, in units of 10⁻ᵖˡᵃᶜᵉˢ.
  func rounded(places: Int) -> Int128 {
    let unit = (0..<places).reduce(Magnitude(1)) { unit, _ in unit * Magnitude(10) }
    let (wanted, divisor) = (numerator * unit * Magnitude(2) + denominator, denominator * Magnitude(2))
    // The greatest k with k · divisor ≤ wanted.
    var quotient: Int128 = 0
    for bit in (0..<100).reversed() {
      let next = quotient | 1 << bit
      if !(wanted < Magnitude(next) * divisor) { quotient = next }
    }
    return quotient
  }

  /// R(x) = round(round(x, 15), 2), in hundredths.
  var grade: Int128 { (rounded(places: 15) * 2 + Self.hundredth) / (2 * Self.hundredth) }

  private static var hundredth: Int128 { 10_000_000_000_000 }
}

/// A whole number of any size, of at least zero.
struct Magnitude {
  /// The lowest first; the last one is not zero.
  private var digits: [UInt32]

  /// - Parameter number: at least zero.
  init(_ number: Int128) {
    digits = []
    var rest = number
    while rest > 0 {
      digits.append(UInt32(truncatingIfNeeded: rest))
      rest >>= 32
    }
  }

  static func + (left: Magnitude, right: Magnitude) -> Magnitude {
    var (sum, carry) = (left, UInt64(0))
    for index in 0..<max(left.digits.count, right.digits.count) {
      if index == sum.digits.count { sum.digits.append(0) }
      carry += UInt64(sum.digits[index]) + UInt64(index < right.digits.count ? right.digits[index] : 0)
      sum.digits[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { sum.digits.append(UInt32(carry)) }
    return sum
  }

  static func * (left: Magnitude, right: Magnitude) -> Magnitude {
    var product = Magnitude(0)
    product.digits = [UInt32](repeating: 0, count: left.digits.count + right.digits.count)
    for (index, digit) in left.digits.enumerated() {
      var carry: UInt64 = 0
      for (other, factor) in right.digits.enumerated() {
        carry += UInt64(digit) * UInt64(factor) + UInt64(product.digits[index + other])
        product.digits[index + other] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      product.digits[index + right.digits.count] = UInt32(carry)
    }
    while product.digits.last == 0 { product.digits.removeLast() }
    return product
  }

  static func < (left: Magnitude, right: Magnitude) -> Bool {
    if left.digits.count != right.digits.count { return left.digits.count < right.digits.count }
    for index in left.digits.indices.reversed() where left.digits[index] != right.digits[index] {
      return left.digits[index] < right.digits[index]
    }
    return false
  }
}
