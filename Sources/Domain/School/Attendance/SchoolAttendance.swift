import Planning
import SQL

/// `SchoolAttendance` (TT-08): the attendance of a student on a day, as its family sees it.
enum SchoolAttendance: EntityType {
  static let constraints: [ConstraintRule] = ConstraintRule.ofEnrolments("school_attendance") + [
    .notFound("school_attendance_enrolment", ["records"]),
    .unreachable("school_attendance_once", "a record of the day is replaced, while the change holds the family"),
    .unreachable("school_attendance_recorded", "the enum has the same values"),
    .unreachable("school_attendance_state", "the enum has the same values"),
    .unreachable("school_attendance_excuse", "a recorded state and an excuse give the state"),
    .unreachable("school_attendance_note", "the input has the same bounds"),
    .unreachable("school_attendance_author", "the name of staff, which has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "SchoolAttendance", table: "school_attendance", scope: .family, visibility: .absences, extent: .unbounded,
    quota: Quota(rows: 20_000, bytes: 8 << 20), order: [.descending("date")],
    stored: [.family: ["id", "enrolment", "date", "state", "note", "recordedBy", "createdAt", "updatedAt", "version"]])
}

/// `ClassAttendance` (TT-08): the same as the staff of the student's class see it.
enum ClassAttendance: EntityType {
  enum Column: String, ColumnName {
    case id, date, state, note
    case familyID = "family_id"
    case enrolmentID = "enrolment_id"
    case recordedState = "recorded_state"
    case recordedBy = "recorded_by"
  }

  static let entity = Entity<Viewer>(
    facet: "ClassAttendance", of: SchoolAttendance.entity, in: .enrolment,
    resolvers: ["student": .toOne(foreignKey: "enrolment_id", access: .staff)])

  /// The condition of the lists of staff, by their arguments.
  static func isListed(_ row: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    var bounds: [SQL] = []
    if arguments.isGiven("from") { bounds.append("\(row["date"]) >= \(arguments.value("from", as: .date))") }
    if arguments.isGiven("to") { bounds.append("\(row["date"]) <= \(arguments.value("to", as: .date))") }
    return bounds.isEmpty ? nil : bounds.joined(separator: " AND ")
  }
}
