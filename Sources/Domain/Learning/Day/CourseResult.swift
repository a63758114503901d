import Planning
import SQL

/// `CourseResult`: a line of a report card (REQ-REP-002…005), one for each course that the student has an assignment of.
///
/// A student's results are summed up by course before the course's row is looked up: once for each course.
///
///     SELECT results.family_id, results.student_id, results.course_id, course.name AS course_name,
///     coalesce((SELECT byhand.grade …), CASE … END) AS grade, …
///     FROM (SELECT lines.family_id, lines.student_id, lines.course_id, … FROM assignments lines
///       WHERE lines.family_id = $1 GROUP BY lines.family_id, lines.student_id, lines.course_id) results
///     JOIN courses course ON course.family_id = $1 AND course.id = results.course_id
enum CourseResult: EntityType {
  static let entity = Entity<Viewer>(
    view: "CourseResult", named: "course_results", key: "course_id", scope: .family, order: [.ascending("course_name")],
    stored: [.family: ["course", "grade", "computedGrade", "gradedCount", "assignmentCount"]],
    resolvers: [
      "letter": .expression(.text, access: .family) { row, _ in
        GradeStep(family: row.viewer(.familyID), course: row["course_id"], student: row["student_id"], grade: row["grade"]).letter
      }
    ]
  ) { viewer in
    let family = viewer(.familyID)
    let rule = GradeRule(
      family: family, course: "results.course_id", method: "course.grading_method", student: "results.student_id")
    let computed: SQL = "CASE WHEN course.is_plain_mean THEN results.plain_mean ELSE \(rule.generalGrade) END"
    let override = GradeOverride.grade(family: family, course: "results.course_id", student: "results.student_id")
    return """
      SELECT results.family_id, results.student_id, results.course_id, course.name AS course_name, \
      coalesce(\(override), \(computed)) AS grade, \(computed) AS computed_grade, results.graded_count, results.assignment_count FROM (\
      SELECT lines.family_id, lines.student_id, lines.course_id, \(GradeRule.plainMean(of: "lines")) AS plain_mean, \
      count(lines.percentage)::int AS graded_count, count(*)::int AS assignment_count \
      FROM assignments lines WHERE lines.family_id = \(family) \
      GROUP BY lines.family_id, lines.student_id, lines.course_id) results \
      JOIN courses course ON course.family_id = \(family) AND course.id = results.course_id
      """
  }
}
