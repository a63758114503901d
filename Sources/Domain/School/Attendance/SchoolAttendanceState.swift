/// The attendance of a student on a school day.
package enum SchoolAttendanceState: String, CaseIterable, Hashable, Sendable {
  case present = "PRESENT"
  case absent = "ABSENT"
  case tardy = "TARDY"
  case leftEarly = "LEFT_EARLY"
  case excused = "EXCUSED"

  /// The state as which a recorded one counts.
  /// - Parameter isExcused: whether staff excused an absence report of the day.
  package func counted(isExcused: Bool) -> SchoolAttendanceState { self == .absent && isExcused ? .excused : self }
}
