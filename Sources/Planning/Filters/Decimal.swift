import GraphQL
import SQL

/// A decimal number as PostgreSQL writes `numeric`: `-12.50`.
enum Decimal {
  /// A number of an argument, from 0 to a greatest one, with at most so many decimals.
  static func value(of input: InputValue, atMost most: Int, places: Int) throws(ArgumentProblem) -> SQLValue {
    let number: Double
    switch input {
    case .int(let given): number = Double(given)
    case .float(let given): number = given
    default: throw ArgumentProblem(message: "must be a number.")
    }
    let unit = (0..<places).reduce(1) { unit, _ in unit * 10 }
    let scaled = number * Double(unit)
    let whole = scaled.rounded()
    // What a client has computed may be off in its last bits, as the sum of 0.1 and 0.2 is.
    guard number >= 0, number <= Double(most), (scaled - whole).magnitude <= max(1e-9, 64 * scaled.ulp) else {
      throw ArgumentProblem(message: "must be from 0 to \(most), with at most \(places) decimals, got \(number).")
    }
    let digits = Int(whole)
    return .literal("\(digits / unit).\(String(digits % unit + unit).dropFirst())", .numeric)
  }

  static func isDecimal(_ text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    guard bytes.count <= 200 else { return false }
    if bytes.first == UInt8(ascii: "-") { bytes = bytes.dropFirst() }
    let whole = bytes.prefix(while: \.isDigit).count
    guard whole > 0 else { return false }
    bytes = bytes.dropFirst(whole)
    if bytes.isEmpty { return true }
    guard bytes.first == UInt8(ascii: ".") else { return false }
    return bytes.count > 1 && bytes.dropFirst().allSatisfy(\.isDigit)
  }
}
