import GraphQL
import Testing

@testable import Planning

struct NumericTests {
  private func cell(weight: Int16, sign: UInt16 = 0, scale: Int16 = 0, _ digits: [Int16]) -> [UInt8] {
    bigEndian(Int16(digits.count)) + bigEndian(weight) + bigEndian(sign) + bigEndian(scale)
      + digits.flatMap { bigEndian($0) }
  }

  @Test(
    "A number is written exactly, without trailing zeros",
    arguments: [
      (0, [], "0"), (0, [1], "1"), (0, [9999], "9999"), (1, [1], "10000"), (1, [1, 1], "10001"),
      (2, [12, 345, 6], "1203450006"), (3, [1], "1000000000000"), (0, [87, 5000], "87.5"),
      (0, [91, 6667, 1], "91.66670001"), (-1, [5000], "0.5"), (-1, [1], "0.0001"), (-1, [10], "0.001"),
      (-2, [1], "0.00000001"), (-2, [1000], "0.00001"), (-3, [5], "0.000000000005"),
      (1, [9999, 9999, 9999], "99999999.9999"), (0, [100], "100"), (0, [0, 5], "0.0005"),
    ] as [(Int16, [Int16], String)])
  func exact(weight: Int16, digits: [Int16], json: String) {
    #expect(LeafFormat.numeric.json(cell(weight: weight, scale: 12, digits)) == json)
  }

  @Test func `A negative number has a sign, zero has none`() {
    #expect(LeafFormat.numeric.json(cell(weight: 0, sign: 0x4000, [87, 5000])) == "-87.5")
    #expect(LeafFormat.numeric.json(cell(weight: -1, sign: 0x4000, [1])) == "-0.0001")
    #expect(LeafFormat.numeric.json(cell(weight: 0, sign: 0x4000, [])) == "0")
    #expect(LeafFormat.numeric.json(cell(weight: 0, scale: 2, [])) == "0")
  }

  @Test("What is no number is refused: NaN and the infinities", arguments: [0xC000, 0xD000, 0xF000, 0x1234])
  func noNumber(sign: Int) {
    #expect(LeafFormat.numeric.json(cell(weight: 0, sign: UInt16(sign), [])) == nil)
  }

  @Test(
    "A decimal is text with the digits of its scale",
    arguments: [
      (0, 0, 0, [], "0"), (0, 0, 2, [], "0.00"), (0, 0, 2, [5], "5.00"), (0, 0x4000, 2, [5], "-5.00"), (0, 0, 3, [1, 2340], "1.234"),
      (0, 0, 0, [100], "100"), (-1, 0, 2, [1000], "0.10"), (-1, 0, 6, [0, 100], "0.000001"), (-2, 0, 6, [100], "0.000001"),
      (3, 0, 2, [999, 9999, 9999, 9999, 9900], "999999999999999.99"), (1, 0, 4, [1, 0, 5], "10000.0005"),
    ] as [(Int16, UInt16, Int16, [Int16], String)])
  func decimal(weight: Int16, sign: UInt16, scale: Int16, digits: [Int16], text: String) {
    #expect(LeafFormat.decimal.json(cell(weight: weight, sign: sign, scale: scale, digits)) == "\"\(text)\"")
  }

  @Test func `A decimal that is no number, or is cut off, is refused`() {
    let whole = cell(weight: 0, scale: 4, [87, 5000])
    for count in 0..<whole.count { #expect(LeafFormat.decimal.json(Array(whole.prefix(count))) == nil) }
    #expect(LeafFormat.decimal.json(cell(weight: 0, sign: 0xC000, [])) == nil)
  }

  @Test(
    "A text is a decimal of at most 15 digits and 6 decimals, or none",
    arguments: [
      ("0", "0"), ("-5", "-5"), ("12.50", "12.5"), ("1.000000", "1"), ("100", "100"), ("999999999999999.999999", "999999999999999.999999"),
      ("", nil), ("-", nil), (".5", nil), ("5.", nil), ("1e3", nil), ("1,5", nil), ("+1", nil), (" 1", nil), ("1000000000000000", nil),
      ("1.0000000", nil), ("NaN", nil), ("१", nil), ("--1", nil),
    ] as [(String, String?)])
  func form(text: String, kept: String?) {
    #expect((ScalarForm.decimal.matches(text) ? ScalarForm.decimal.canonical(text) : nil) == kept)
  }

  @Test func `A cell of another length is refused`() {
    let whole = cell(weight: 0, [87, 5000])
    for count in 0..<whole.count { #expect(LeafFormat.numeric.json(Array(whole.prefix(count))) == nil) }
    #expect(LeafFormat.numeric.json(whole + [0]) == nil)
    #expect(LeafFormat.numeric.json([0xFF, 0xFF, 0, 0, 0, 0, 0, 0]) == nil)
  }

  @Test func `Any decimal is written as it was read`() throws {
    for _ in 0..<5000 {
      let number = RandomDecimal()
      let json = LeafFormat.numeric.json(number.cell)
      try #require(json == number.text, "\(number.cell)")
      try #require(try JSONValue(parsing: Array(number.text.utf8)) == .number(number.text))
    }
  }
}

/// A decimal number as text and, made from that text, as PostgreSQL's binary format has it.
private struct RandomDecimal {
  let text: String
  let cell: [UInt8]

  init() {
    func digits(_ count: Int) -> String {
      // Many zeros, since those are where a format goes wrong.
      String((0..<count).map { _ in Bool.random() ? "0" : Character("\(Int.random(in: 0...9))") })
    }
    var integer = digits(.random(in: 0...17))
    while integer.first == "0" { integer.removeFirst() }
    let fraction = digits(.random(in: 0...17))
    var significant = fraction
    while significant.last == "0" { significant.removeLast() }
    let isZero = integer.isEmpty && significant.isEmpty
    let isNegative = Bool.random() && !isZero

    text =
      (isNegative ? "-" : "") + (integer.isEmpty ? "0" : integer)
      + (significant.isEmpty ? "" : ".\(significant)")

    let padded = String(repeating: "0", count: (4 - integer.count % 4) % 4) + integer
    let all = Array(padded + significant + String(repeating: "0", count: (4 - significant.count % 4) % 4))
    var groups = stride(from: 0, to: all.count, by: 4).map { Int16(String(all[$0..<$0 + 4])) ?? 0 }
    var weight = Int16(padded.count / 4 - 1)
    while groups.first == 0 {
      groups.removeFirst()
      weight -= 1
    }
    while groups.last == 0 { groups.removeLast() }
    if groups.isEmpty { weight = 0 }
    cell =
      bigEndian(Int16(groups.count)) + bigEndian(weight) + bigEndian(UInt16(isNegative ? 0x4000 : 0))
      + bigEndian(Int16(fraction.count)) + groups.flatMap { bigEndian($0) }
  }
}
