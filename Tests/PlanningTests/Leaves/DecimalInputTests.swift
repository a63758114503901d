import GraphQL
import SQL
import Testing

@testable import Planning

/// A `Float` of an input becomes a `numeric` within its bounds.
struct DecimalInputTests {
  private static func decimal(_ number: InputValue, _ bounds: DecimalBounds) throws -> SQLValue? {
    try MutationInput(.object([.init("price", number)])).decimal("price", bounds)
  }

  @Test(
    "A number within the bounds is written with their decimals",
    arguments: [
      (InputValue.int(0), 4, "0.0000"), (.float(0.1 + 0.2), 4, "0.3000"), (.float(-0.05), 2, "-0.05"), (.float(-5), 2, "-5.00"),
      (.int(7), 0, "7"), (.float(9.999), 3, "9.999"), (.float(-4.5), 1, "-4.5"), (.float(-0.0), 1, "0.0"),
    ])
  func isWritten(number: InputValue, decimals: Int, text: String) throws {
    let bounds = DecimalBounds(minimum: -5, includesMinimum: true, limit: 10, decimals: decimals)
    #expect(try Self.decimal(number, bounds) == .literal(text, .numeric))
    #expect(try Self.decimal(.null, bounds) == nil)
  }

  @Test(
    "A number outside the bounds is refused",
    arguments: [
      (InputValue.int(2), "must be above 2 and below 10, got 2."), (.int(10), "must be above 2 and below 10, got 10."),
      (.float(2.0000000001), "must be above 2 and below 10"), (.float(9.9999999999), "must be above 2 and below 10"),
      (.float(2.5), "must have at most 0 decimals, got 2.5."),
    ])
  func isRefused(number: InputValue, message: String) {
    let bounds = DecimalBounds(minimum: 2, includesMinimum: false, limit: 10, decimals: 0)
    let failure = #expect(throws: MutationFailure.self) { try Self.decimal(number, bounds) }
    guard case .invalid(let text, at: ["input", "price"])? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(text.contains(message), "\(text)")
  }
}
