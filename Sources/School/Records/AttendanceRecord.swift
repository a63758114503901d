import Planning
import SQL

/// `AttendanceRecord`.
enum AttendanceRecord: EntityType {
  enum Column: String, ColumnName {
    case studentID = "student_id"
  }

  static let entity = Entity<Viewer>(
    "AttendanceRecord", table: "attendance_records", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 30_000, bytes: 8 << 20),
    order: [.descending("date")],
    stored: [.family: ["id", "student", "date", "state", "note", "createdAt", "updatedAt", "version"]],
    characters: ["note": 1_000])

  static let mutations = EntityMutations(
    of: entity, name: "attendanceRecord",
    values: { input throws(MutationFailure) in
      try input.reference("studentId", "student_id", isRequired: true)
        + input.value("date", "date", .date, input.date("date"), isRequired: true)
        + input.value("state", "state", .text, input.enumValue("state").map { .text($0) }, isRequired: true)
        + input.text("note", "note", characters: 0...1000, lines: .many)
    }, references: ["attendance_records_student": "studentId"],
    duplicates: ["attendance_records_once": ("date", "The student has an attendance record of this day.")])
}
