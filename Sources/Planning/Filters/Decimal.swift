/// A decimal number as PostgreSQL writes `numeric`: `-12.50`.
enum Decimal {
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
