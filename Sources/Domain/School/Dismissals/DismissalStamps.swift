/// The stamps that a change of a dismissal writes. All others stay: no step erases what another has recorded.
package struct DismissalStamps: Hashable, Sendable {
  package var sets: Set<DismissalStamp>

  init(sets: Set<DismissalStamp> = []) { self.sets = sets }
}
