/// Points of an assignment, in quarters of a point.
struct Points: Hashable, Comparable, Sendable {
  let quarters: Int

  init(quarters: Int) {
    self.quarters = quarters
  }

  static func < (left: Self, right: Self) -> Bool {
    left.quarters < right.quarters
  }
}

extension Points: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  init(integerLiteral points: Int) {
    self.init(quarters: points * 4)
  }

  /// Quarters have exact floating-point representations; what lies between two of them is rounded.
  init(floatLiteral points: Double) {
    self.init(quarters: Int((points * 4).rounded()))
  }
}
