import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `Course` (REQ-CURR-004…008).
  static var course: Entity {
    Entity(
      "Course", table: "courses", scope: .family, visibility: .wholeScope, extent: .small,
      quota: Quota(rows: 1_000, bytes: 8 << 20),
      order: [.ascending("name")],
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "name": .column("name", .text, access: .family),
        "description": .column("description", .text, characters: 10_000, access: .family),
        "subject": .toOne(foreignKey: "subject_id", access: .family),
        "grade": .expression(.numeric, access: .family) { course, arguments in
          courseGrade(
            of: course, student: arguments.isGiven("studentId") ? arguments.value("studentId", as: .uuid) : nil)
        },
        "assignments": .toMany(key: "course_id", access: .family),
        "createdAt": .column("created_at", .timestamptz, access: .family),
        "updatedAt": .column("updated_at", .timestamptz, access: .family),
        "version": .column("version", .int4, access: .family),
      ])
  }

  /// The mean of the percentages of the graded assignments (REQ-CURR-008, REQ-GRADE-008).
  ///
  ///     (SELECT round(round(avg(graded.percentage), 15), 2) FROM assignments graded
  ///      WHERE graded.family_id = courses_3.family_id AND graded.course_id = courses_3.id)
  private static func courseGrade(of course: RowReference<Viewer>, student: SQL?) -> SQL {
    let ofStudent: SQL = student.map { " AND graded.student_id = \($0)" } ?? ""
    return """
      (SELECT \(SQL.mean(of: "graded.percentage", places: 2)) FROM assignments graded \
      WHERE graded.family_id = \(course["family_id"]) AND graded.course_id = \(course["id"])\(ofStudent))
      """
  }
}
