import Planning
import SQL

/// `Course` (REQ-CURR-004…008).
enum Course: WritableType {
  enum Column: String, ColumnName {
    case subjectID = "subject_id"
  }

  static let entity = Entity<Viewer>(
    "Course", table: "courses", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 1_000, bytes: 8 << 20),
    order: [.ascending("name")],
    stored: [.family: ["id", "name", "description", "subject", "createdAt", "updatedAt", "version"]],
    resolvers: [
      "grade": .expression(.numeric, access: .family) { course, arguments in
        grade(of: course, student: arguments.isGiven("studentId") ? arguments.value("studentId", as: .uuid) : nil)
      },
      "assignments": .toMany(access: .family),
    ])

  /// The mean of the percentages of the graded assignments (REQ-CURR-008, REQ-GRADE-008).
  ///
  ///     (SELECT round(round(avg(graded.percentage), 15), 2) FROM assignments graded
  ///      WHERE graded.family_id = $1 AND graded.course_id = courses_3.id)
  private static func grade(of course: RowReference<Viewer>, student: SQL?) -> SQL {
    let ofStudent: SQL = student.map { " AND graded.student_id = \($0)" } ?? ""
    return """
      (SELECT \(SQL.mean(of: "graded.percentage", places: 2)) FROM assignments graded \
      WHERE graded.family_id = \(course.viewer(.familyID)) AND graded.course_id = \(course["id"])\(ofStudent))
      """
  }

  static let rules = WriteRules(
    hasOthers: "The course has assignments. Remove them first, or ask for it with \"cascade\".",
    cascade: { id, rows throws(MutationFailure) in
      try await rows.detach(assignmentsBy: .courseID, among: [id])
      _ = try await rows.delete(Assignment.self, where: .courseID, isAmong: [id])
    },
    detaching: { id, rows throws(MutationFailure) in try await rows.detach(courses: [id]) })
}
