import Planning
import SQL

/// `MeanPeriod`: the mean of each student's work, by the rule of ``GradeMean``, at the end of each period of a series.
enum MeanPeriod: EntityType {
  static let entity = Entity<Viewer>(
    computed: "MeanPeriod", named: "mean_periods", key: "first_day", .date, scope: .family,
    resolvers: [
      "firstDay": .column("first_day", .date, access: .family),
      "mean": .column("mean", .numeric, access: .family),
      "gradedCount": .column("graded_count", .int4, access: .family),
    ]
  ) { arguments, viewer in
    let family = viewer(.familyID)
    return """
      SELECT asked.family_id, asked.id AS student_id, progress.* FROM members asked CROSS JOIN LATERAL (\
      \(means(of: "asked.id", family, ProgressSeries(arguments, viewer)))) progress WHERE asked.family_id = \(family)
      """
  }

  /// A query for the means of a student: `first_day`, `mean` and `graded_count` of each period from the first grade on.
  ///
  ///     WITH work AS MATERIALIZED (SELECT … AS day, … AS course_id, … FROM assignments graded …)
  ///     SELECT course.first_day, … AS mean FROM (SELECT … AS grade, sum(term.work_count) AS work_count FROM (
  ///       SELECT …, … OVER by_then AS value FROM (SELECT … FROM work UNION ALL SELECT … FROM (…) period CROSS JOIN …) graded
  ///       WINDOW by_then AS (PARTITION BY graded.course_id, graded.weight_group_id ORDER BY graded.day)) term …) course …
  private static func means(of student: SQL, _ family: SQL, _ series: ProgressSeries) -> SQL {
    // The work of all courses whose grade is a plain mean is that of one course, since its mean is theirs.
    let rule = GradeRule(family: family, course: "course.id", method: "graded.method", student: student)
    let work: SQL = """
      SELECT \(ProgressSeries.day(of: "graded", in: "home.time_zone")) AS day, \
      CASE WHEN course.is_plain_mean THEN uuid '00000000-0000-0000-0000-000000000000' ELSE course.id END AS course_id, \
      CASE WHEN NOT course.is_plain_mean THEN graded.weight_group_id END AS weight_group_id, coalesce(g.weight, 1) AS weight, \
      coalesce(course.grading_method, 'MEAN_OF_PERCENTAGES') AS method, \
      graded.is_extra_credit, graded.points_possible, graded.points_awarded \
      FROM assignments graded CROSS JOIN (SELECT \(series.timeZone) AS time_zone OFFSET 0) home \
      LEFT JOIN courses course ON course.family_id = \(family) AND course.id = graded.course_id \
      LEFT JOIN weight_groups g ON g.family_id = \(family) AND g.id = graded.weight_group_id \
      WHERE graded.family_id = \(family) AND graded.student_id = \(student) AND graded.is_counted \
      AND graded.percentage IS NOT NULL AND (course.is_plain_mean IS NOT FALSE OR \(rule.isInTerm))
      """
    let rows: SQL = """
      (SELECT work.*, NULL::date AS first_day FROM work WHERE work.day <= \(series.lastDay) \
      UNION ALL SELECT period.to_day, ends.course_id, ends.weight_group_id, ends.weight, ends.method, false, NULL, NULL, period.first_day \
      FROM (\(series.periods)) period CROSS JOIN (\
      SELECT DISTINCT work.course_id, work.weight_group_id, work.weight, work.method FROM work) ends) graded
      """
    return """
      WITH work AS MATERIALIZED (\(work)) \
      SELECT course.first_day, \(GradeRule.rounded("sum(course.work_count * course.grade) / sum(course.work_count)")) AS mean, \
      sum(course.work_count)::int4 AS graded_count FROM (\
      SELECT term.first_day, sum(term.work_count) AS work_count, \
      \(GradeRule.meanOfTerms(where: "term.value IS NOT NULL")) AS grade FROM (\
      SELECT graded.first_day, graded.course_id, graded.weight, \(rule.value(over: " OVER by_then")) AS value, \
      count(graded.points_awarded) FILTER (WHERE NOT graded.is_extra_credit) OVER by_then AS work_count FROM \(rows) \
      WINDOW by_then AS (PARTITION BY graded.course_id, graded.weight_group_id ORDER BY graded.day)) term \
      WHERE term.first_day IS NOT NULL GROUP BY term.first_day, term.course_id) course \
      WHERE course.grade IS NOT NULL GROUP BY course.first_day
      """
  }
}
