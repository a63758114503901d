/// The stamps that a change of a dismissal writes. All others stay.
package struct DismissalStamps: Hashable, Sendable {
  package var sets: Set<DismissalStamp>
  package var clears: Set<DismissalStamp>

  init(sets: Set<DismissalStamp> = [], clears: Set<DismissalStamp> = []) {
    self.sets = sets
    self.clears = clears
  }
}
