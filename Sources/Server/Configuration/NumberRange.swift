import ArgumentParser

/// The range of the number that a flag or a variable gives.
struct NumberRange {
  /// As messages name it: `--max-headers`.
  let name: String
  let range: ClosedRange<Int>
  /// As in `milliseconds`; nil for a mere number.
  let unit: String?

  init(_ name: String, _ range: ClosedRange<Int>, _ unit: String? = nil) {
    self.name = name
    self.range = range
    self.unit = unit
  }

  /// - Throws: when the number is not in the range.
  func check(_ number: Int) throws {
    guard range.contains(number) else { throw error }
  }

  /// - Throws: when the text is no number in the range.
  func number(in text: String) throws -> Int {
    guard let number = Int(text), range.contains(number) else { throw error }
    return number
  }

  private var error: ValidationError {
    let unit = unit.map { " " + $0 } ?? ""
    return ValidationError("\(name) must be between \(range.lowerBound) and \(range.upperBound)\(unit).")
  }
}
