/// An event of a series.
package struct Occurrence: Hashable, Sendable {
  /// The day that the rule yields: the key of the occurrence, wherever it is moved.
  package let day: LocalDay
  package let time: OccurrenceTime
  package let isChanged: Bool
}
