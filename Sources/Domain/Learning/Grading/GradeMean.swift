import Planning
import SQL

/// The mean of any work as grades count it (GT-06). For work of one course, it is the course's grade of that work. For
/// several courses, it is the mean of these grades, each as often as the course has ordinary work that is counted and
/// graded. Work without a course counts as work of one more course.
///
///     mean   Σ |N| · g / Σ |N|      over the courses, g and N as in ``GradeRule``
///
/// For courses without weight groups and extra credit that is the mean of the percentages of their work.
enum GradeMean {
  /// An expression of aggregates over rows of assignments, in the statement that groups them.
  ///
  ///     (SELECT round(round((sum(…) + coalesce(sum(course.mass), 0)) / nullif(count(…) + coalesce(sum(course.count), 0), 0), 15), 2)
  ///      FROM (SELECT … FROM unnest(array_agg(ROW(assignments_2.course_id, …)) FILTER (…)) …) course)
  ///
  /// - Parameter work: a row of the assignments.
  static func mean(over work: RowReference<Viewer>) -> SQL {
    let family = work.viewer(.familyID)
    // Most courses have neither groups nor extra credit: the percentages of their work add up. The work of the others is
    // collected, since PostgreSQL aggregates once in a statement.
    // An array costs less than the hash table of IN, and the condition stands in three places.
    let general: SQL = """
      coalesce(\(work["course_id"]) = ANY (ARRAY(SELECT other.id FROM courses other \
      WHERE other.family_id = \(family) AND NOT other.is_plain_mean)), false)
      """
    let graded: SQL = "\(work["is_counted"]) AND \(work["percentage"]) IS NOT NULL"
    let ordinary: SQL = "FILTER (WHERE \(graded) AND NOT \(work["is_extra_credit"]) AND NOT \(general))"
    let alone: SQL = "\(graded) AND \(work["course_id"]) IS NULL"
    let aloneOrdinary: SQL = "FILTER (WHERE \(alone) AND NOT \(work["is_extra_credit"]))"
    let extra: SQL = """
      coalesce(count(*) \(aloneOrdinary) \
      * sum(\(work["points_awarded"]) * \(GradeRule.hundred)) FILTER (WHERE \(alone) AND \(work["is_extra_credit"])) \
      / sum(\(work["points_possible"])) \(aloneOrdinary), 0)
      """
    let columns = ["course_id", "weight_group_id", "is_extra_credit", "points_awarded", "points_possible"]
    let rows: SQL = """
      unnest(array_agg(ROW(\(columns.map { work[$0] }.joined(separator: ", ")))) FILTER (WHERE \(graded) AND \(general))) \
      AS graded (course_id uuid, weight_group_id uuid, is_extra_credit boolean, points_awarded numeric, points_possible numeric)
      """
    return """
      (SELECT \(GradeRule.rounded("""
        (coalesce(sum(\(work["percentage"])) \(ordinary), 0) + \(extra) + coalesce(sum(course.mass), 0)) \
        / nullif(count(*) \(ordinary) + coalesce(sum(course.work_count), 0), 0)
        """)) \
      FROM (\(courses(of: rows, family))) course)
      """
  }

  /// A query for courses by the general rule: `mass`, the grade times `work_count`, the number of ordinary work.
  /// - Parameter rows: graded work that counts, as an item of `FROM` with the name `graded`.
  private static func courses(of rows: SQL, _ family: SQL) -> SQL {
    let rule = GradeRule(family: family, course: "graded.course_id", method: "taken.grading_method", student: nil)
    return """
      SELECT sum(term.work_count) * \(GradeRule.meanOfTerms(where: "term.value IS NOT NULL")) AS mass, \
      sum(term.work_count) AS work_count FROM (\
      SELECT graded.course_id, coalesce(g.weight, 1) AS weight, \(rule.value()) AS value, \
      count(*) FILTER (WHERE NOT graded.is_extra_credit) AS work_count FROM \(rows) \
      JOIN courses taken ON taken.family_id = \(family) AND taken.id = graded.course_id \
      LEFT JOIN weight_groups g ON g.family_id = \(family) AND g.id = graded.weight_group_id \
      WHERE \(rule.isInTerm) GROUP BY graded.course_id, taken.grading_method, graded.weight_group_id, g.weight) term \
      GROUP BY term.course_id HAVING count(term.value) > 0
      """
  }
}
