/// A grade scale, from the definitions alone: numbers are hundredths.
struct TestedScale {
  struct Step {
    let letter: String
    let least: UInt64
    let points: UInt64?
  }

  /// As the SDL calls it; of a family's own, its id.
  let name: String
  /// The highest first.
  let steps: [Step]

  func step(of grade: Int128) -> Step? { steps.first { Int128($0.least) <= grade } }

  static let readyMade = [
    TestedScale("PLAIN", "A 90 400, B 80 300, C 70 200, D 60 100, F 0 0"),
    TestedScale(
      "PLUS_MINUS",
      """
      A+ 97 400, A 93 400, A- 90 370, B+ 87 330, B 83 300, B- 80 270, C+ 77 230, C 73 200, C- 70 170, D+ 67 130, D 63 100, \
      D- 60 70, F 0 0
      """),
    TestedScale(
      "PLUS_MINUS_ABOVE_FOUR",
      """
      A+ 97 430, A 93 400, A- 90 370, B+ 87 330, B 83 300, B- 80 270, C+ 77 230, C 73 200, C- 70 170, D+ 67 130, D 63 100, \
      D- 60 70, F 0 0
      """),
    TestedScale("PASS_FAIL", "P 60 -, F 0 -"),
  ]

  init(name: String, steps: [Step]) {
    self.name = name
    self.steps = steps
  }

  /// - Parameter steps: letters, least percentages, and grade points in hundredths.
  private init(_ name: String, _ steps: String) {
    self.name = name
    self.steps = steps.split(separator: ", ").map { step in
      let parts = step.split(separator: " ")
      return Step(letter: String(parts[0]), least: 100 * (UInt64(parts[1]) ?? 0), points: UInt64(parts[2]))
    }
  }
}
