import Planning
import SQL

/// `CourseFocus`: the worth of each student's open work in a course (GT-17).
///
/// A grade is linear in the points of given work: its gain is the grade of a tenth of the points possible in open work and none in
/// the rest, whatever the work earns in the end.
enum CourseFocus: EntityType {
  static let entity = Entity<Viewer>(
    computed: "CourseFocus", named: "course_focuses", key: "course_id", .uuid, scope: .family,
    order: [.descending("gain")],
    stored: [.family: ["course"]],
    resolvers: [
      "grade": .column("grade", .numeric, access: .family),
      "gain": .column("gain", .numeric, access: .family),
      "openCount": .column("open_count", .int4, access: .family),
      "missing": .column("missing", .numeric, access: .family),
    ]
  ) { _, viewer in rows(of: viewer(.familyID)) }

  /// The rows of a family.
  static func rows(of family: SQL) -> SQL {
    let rule = GradeRule(family: family, course: "course.id", method: "course.grading_method", student: "work.student_id")
    let gain = rule.unroundedGrade(
      of: .init(points: "CASE WHEN graded.points_awarded IS NULL THEN graded.points_possible / 10 ELSE 0 END"))
    return """
      SELECT focus.* FROM (SELECT course.family_id, work.student_id, course.id AS course_id, graded.grade, work.open_count, \
      \(GradeRule.rounded(gain)) AS gain, \
      CASE WHEN course.target_grade > graded.grade THEN course.target_grade - graded.grade \
      WHEN course.target_grade <= graded.grade THEN 0 END AS missing \
      FROM (SELECT open.student_id, open.course_id, count(*)::int4 AS open_count FROM assignments open \
      WHERE open.family_id = \(family) AND open.course_id IS NOT NULL AND open.points_awarded IS NULL \
      AND open.points_possible IS NOT NULL AND open.is_counted GROUP BY open.student_id, open.course_id) work \
      JOIN courses course ON course.family_id = \(family) AND course.id = work.course_id \
      CROSS JOIN LATERAL (SELECT \(rule.grade(isPlainMean: "course.is_plain_mean")) AS grade OFFSET 0) graded \
      WHERE \(Course.isActive("course"))) focus WHERE focus.gain > 0
      """
  }
}
