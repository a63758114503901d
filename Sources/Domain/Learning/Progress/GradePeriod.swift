import Planning
import SQL

/// `GradePeriod`: the grade of a course at the end of each period of a series.
enum GradePeriod: EntityType {
  static let entity = Entity<Viewer>(
    computed: "GradePeriod", named: "grade_periods", key: "first_day", .date, scope: .family,
    resolvers: [
      "firstDay": .column("first_day", .date, access: .family),
      "grade": .column("grade", .numeric, access: .family),
      "gradedCount": .column("graded_count", .int4, access: .family),
    ]
  ) { arguments, viewer in
    let student = arguments.isGiven("studentId") ? arguments.value("studentId", as: .uuid) : nil
    let family = viewer(.familyID)
    let rule = GradeRule(family: family, course: "course.id", method: "course.grading_method", student: student)
    return """
      SELECT course.family_id, course.id AS course_id, progress.* FROM courses course \
      CROSS JOIN LATERAL (\(grades(by: rule, ProgressSeries(arguments, viewer)))) progress WHERE course.family_id = \(family)
      """
  }

  /// A query for the grades of one course: `first_day`, `grade` and `graded_count` of each period from the first grade on.
  ///
  ///     SELECT term.first_day, … AS grade, sum(term.graded_count)::int4 AS graded_count FROM (
  ///       SELECT graded.first_day, graded.weight, … OVER by_then AS value, count(…) OVER by_then AS graded_count FROM (…) graded
  ///       WINDOW by_then AS (PARTITION BY graded.weight_group_id ORDER BY graded.day)) term
  ///     WHERE term.first_day IS NOT NULL GROUP BY term.first_day HAVING sum(term.graded_count) > 0
  static func grades(by rule: GradeRule, _ series: ProgressSeries) -> SQL {
    let groups: SQL = """
      SELECT g.id, g.weight FROM weight_groups g WHERE g.family_id = \(rule.family) AND g.course_id = \(rule.course) \
      UNION ALL SELECT NULL, 1 WHERE NOT \(rule.hasGroups)
      """
    let rows = series.rows(where: "\(rule.counted()) AND \(rule.isInTerm)", groups: groups)
    return """
      SELECT term.first_day, \(GradeRule.rounded(GradeRule.meanOfTerms(where: "term.value IS NOT NULL"))) AS grade, \
      sum(term.graded_count)::int4 AS graded_count FROM (\
      SELECT graded.first_day, graded.weight, \(rule.value(over: " OVER by_then")) AS value, \
      count(graded.points_awarded) OVER by_then AS graded_count FROM \(rows) \
      WINDOW by_then AS (PARTITION BY graded.weight_group_id ORDER BY graded.day)) term \
      WHERE term.first_day IS NOT NULL GROUP BY term.first_day HAVING sum(term.graded_count) > 0
      """
  }
}
