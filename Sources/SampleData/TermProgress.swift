/// How far through the term an assignment is: a fraction in 0..<1, exact on every machine.
struct TermProgress {
  /// In units of 2⁻²⁸: `scaled(to:)` then holds up to a year of milliseconds.
  private let fraction: Int

  private static let bits = 28

  /// Somewhere in the given one of `count` equal parts.
  init(part: Int, of count: Int, using generator: inout SplitMix64) {
    let inPart = generator.draw(below: 1 << Self.bits)
    fraction = (part << Self.bits | inPart) / count
  }

  func scaled(to length: Int) -> Int {
    (fraction * length) >> Self.bits
  }
}
