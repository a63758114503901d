import Planning
import SQL

/// `CourseResult`: a line of a report card (REQ-REP-002…005), one for each course that the student has an assignment of.
///
/// A student's results are summed up by course before the course's row is looked up: once for each course.
///
///     SELECT results.family_id, results.student_id, results.course_id, course.name AS course_name, CASE … END AS grade, …
///     FROM (SELECT lines.family_id, lines.student_id, lines.course_id, … FROM assignments lines
///       WHERE lines.family_id = $1 GROUP BY lines.family_id, lines.student_id, lines.course_id) results
///     JOIN courses course ON course.family_id = $1 AND course.id = results.course_id
enum CourseResult: EntityType {
  static let entity = Entity<Viewer>(
    view: "CourseResult", named: "course_results", key: "course_id", scope: .family, order: [.ascending("course_name")],
    stored: [.family: ["course", "grade", "gradedCount", "assignmentCount"]]
  ) { viewer in
    let family = viewer(.familyID)
    let rule = GradeRule(
      family: family, course: "results.course_id", method: "course.grading_method", student: "results.student_id")
    return """
      SELECT results.family_id, results.student_id, results.course_id, course.name AS course_name, \
      CASE WHEN course.is_plain_mean THEN results.plain_mean ELSE \(rule.generalGrade) END AS grade, \
      results.graded_count, results.assignment_count FROM (\
      SELECT lines.family_id, lines.student_id, lines.course_id, \(GradeRule.plainMean(of: "lines")) AS plain_mean, \
      count(lines.percentage)::int AS graded_count, count(*)::int AS assignment_count \
      FROM assignments lines WHERE lines.family_id = \(family) \
      GROUP BY lines.family_id, lines.student_id, lines.course_id) results \
      JOIN courses course ON course.family_id = \(family) AND course.id = results.course_id
      """
  }
}
