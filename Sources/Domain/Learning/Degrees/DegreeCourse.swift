import Planning
import SQL

/// `DegreeCourse` (GT-16): a plan, a course of the family, or both.
enum DegreeCourse: WritableType {
  enum Column: String, ColumnName {
    case courseID = "course_id"
    case subjectID = "subject_id"
    case name, code
    case creditHours = "credit_hours"
  }

  static let entity = Entity<Viewer>(
    "DegreeCourse", table: "degree_courses", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 5_000, bytes: 4 << 20), order: [.ascending("created_at")],
    stored: [
      .family: [
        "id", "course", "name", "code", "creditHours", "subject", "degreeGroup", "createdAt", "updatedAt", "version",
      ]
    ])

  static let rules = WriteRules(
    checkViolations: ["degree_courses_planned": (["name", "courseId"], "\"name\" is required without a \"courseId\".")])

  /// Takes courses that are about to go out of the rows that have a plan. The others go with their course.
  static func takeOut(
    _ courses: [UUIDValue], _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    _ = try await rows.update(DegreeCourse.self, [DegreeCourse.set(.courseID, .null(.uuid))]) { row in
      "\(row[.courseID]) = ANY (\(bind: .uuidArray(courses))) AND \(row[.name]) IS NOT NULL"
    }
  }
}
