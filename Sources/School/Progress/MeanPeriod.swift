import Planning
import SQL

/// `MeanPeriod`: the mean of each student's percentages at the end of each period of a series.
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
    let work: SQL = """
      graded.family_id = \(family) AND graded.student_id = asked.id AND graded.is_counted AND NOT graded.is_extra_credit \
      AND graded.percentage IS NOT NULL
      """
    let rows = ProgressSeries(arguments, viewer).rows(where: work, groups: "SELECT NULL::uuid AS id, 1 AS weight")
    return """
      SELECT asked.family_id, asked.id AS student_id, progress.* FROM members asked CROSS JOIN LATERAL (\
      SELECT sums.first_day, \(GradeRule.rounded("sums.mean")) AS mean, sums.graded_count::int4 AS graded_count FROM (\
      SELECT graded.first_day, avg(graded.percentage) OVER by_then AS mean, count(graded.percentage) OVER by_then AS graded_count \
      FROM \(rows) WINDOW by_then AS (ORDER BY graded.day)) sums \
      WHERE sums.first_day IS NOT NULL AND sums.graded_count > 0) progress WHERE asked.family_id = \(family)
      """
  }
}
