import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `AttendanceRecord`.
  static var attendanceRecord: Entity {
    Entity(
      "AttendanceRecord", table: "attendance_records", scope: .family, visibility: .wholeScope, extent: .unbounded,
      quota: Quota(rows: 30_000, bytes: 8 << 20),
      order: [.descending("date")],
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "student": .toOne(foreignKey: "student_id", access: .family),
        "date": .column("date", .date, access: .family),
        "state": .column("state", .text, access: .family),
        "note": .column("note", .text, characters: 1_000, access: .family),
        "createdAt": .column("created_at", .timestamptz, access: .family),
        "updatedAt": .column("updated_at", .timestamptz, access: .family),
        "version": .column("version", .int4, access: .family),
      ])
  }
}

extension EntityMutations {
  static let attendanceRecord = EntityMutations(
    typeName: "AttendanceRecord", name: "attendanceRecord",
    values: { input throws(MutationFailure) in
      try input.reference("studentId", "student_id", isRequired: true)
        + input.value("date", "date", .date, input.date("date"), isRequired: true)
        + input.value("state", "state", .text, input.enumValue("state").map { .text($0) }, isRequired: true)
        + input.text("note", "note", characters: 0...1000, lines: .many)
    }, references: ["attendance_records_student": "studentId"],
    duplicates: ["attendance_records_once": ("date", "The student has an attendance record of this day.")])
}
