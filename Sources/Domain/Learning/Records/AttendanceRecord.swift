import Planning
import SQL

/// `AttendanceRecord`.
enum AttendanceRecord: WritableType {
  enum Column: String, ColumnName {
    case studentID = "student_id"
    case date
  }

  static let entity = Entity<Viewer>(
    "AttendanceRecord", table: "attendance_records", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 30_000, bytes: 8 << 20),
    order: [.descending("date")],
    stored: [.family: ["id", "student", "date", "state", "note", "createdAt", "updatedAt", "version"]],
    cascades: ["student"])

  static let rules = WriteRules(
    duplicates: ["attendance_records_once": ("date", "The student has an attendance record of this day.")])
}
