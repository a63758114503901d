/// A kind of actor that changes dismissals.
package enum DismissalActor: CaseIterable, Hashable, Sendable {
  /// A parent of the student's family.
  case parent
  /// A card reader of the school.
  case reader
  /// A member of the school's staff who sees the student.
  case staff
  /// The clock of the school: its midnight ends what is open.
  case clock
}
