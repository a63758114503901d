import Planning
import SQL

/// A school day that an enrolment names. The day's fields are null once the day has ended, in the school's time zone.
struct EnrolmentDay: Sendable {
  /// The column with the end of the day.
  private let end: String
  let boundary: Boundary

  private init(_ end: String, in scope: RowScope<Viewer>, _ name: String) {
    self.end = end
    boundary = .next(end, of: "enrolments", in: scope, name)
  }

  /// The day for which staff marked the student absent.
  static let absence = EnrolmentDay("absence_ends_at", in: .family, "enrolments.absence_ends_at")
  /// The day on which a collector comes.
  static let collection = EnrolmentDay("collected_ends_at", in: .family, "enrolments.collected_ends_at")
  /// The same days, as staff see them.
  static let absenceForStaff = EnrolmentDay("absence_ends_at", in: .pickupStaff, "enrolments.absence_ends_at of staff")
  static let collectionForStaff = EnrolmentDay("collected_ends_at", in: .pickupStaff, "enrolments.collected_ends_at of staff")

  /// The value of a column that holds until the day ends.
  ///
  ///     (ARRAY[absent_on])[(absence_ends_at > now())::int]
  func value<Viewer>(of column: String, in row: RowReference<Viewer>) -> SQL {
    "(ARRAY[\(row[column])])[(\(row[end]) > \(now: boundary))::int]"
  }
}
