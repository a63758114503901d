/// A sample was asked for in a size that there is no sample of.
package struct SampleSizeError: Error, Equatable, CustomStringConvertible {
  /// The kind of the counted objects, for example `families`.
  package let subject: String
  package let value: Int
  package let allowed: ClosedRange<Int>

  package var description: String {
    "The number of \(subject) must be between \(allowed.lowerBound) and \(allowed.upperBound), not \(value)."
  }
}
