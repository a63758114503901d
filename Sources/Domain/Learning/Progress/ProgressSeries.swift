import Planning
import SQL

/// Graded work in the order in which it was graded, with the ends of the periods of a series between it (GT-09). A window over
/// both sums up all work by the end of each period, and reads each work once, whatever the number of periods.
///
///     day         first_day   points_awarded
///     2026-09-10              9
///     2026-09-13  2026-09-07                   the end of a week: its window has one work
///     2026-09-15              7
///     2026-09-20  2026-09-14                   two
struct ProgressSeries {
  /// A query for the periods: see ``PeriodSeries``.
  let periods: SQL
  /// The last day of the series.
  let lastDay: SQL
  /// The family's time zone.
  let timeZone: SQL

  init(_ arguments: ArgumentReferences, _ viewer: (Viewer.Attribute) -> SQL) {
    periods = PeriodSeries.periods(arguments, viewer)
    lastDay = arguments.value("to", as: .date)
    timeZone = FamilyCalendar.timeZone(viewer)
  }

  /// The day from which the work of a row counts.
  ///
  ///     coalesce(graded.graded_on, (graded.graded_at AT TIME ZONE …)::date, graded.due_date, (graded.created_at AT TIME ZONE …)::date)
  static func day(of row: String, in timeZone: SQL) -> SQL {
    let row: SQL = "\(identifier: row)"
    return """
      coalesce(\(row).graded_on, (\(row).graded_at AT TIME ZONE \(timeZone))::date, \(row).due_date, \
      (\(row).created_at AT TIME ZONE \(timeZone))::date)
      """
  }

  /// Rows `graded` with the columns that the rule for grades reads, `day`, and `first_day` and `weight`, which are null for work.
  /// - Parameters:
  ///   - condition: for the assignments `graded` that count.
  ///   - groups: a query for the weight groups, with the columns `id` and `weight`, that each period has an end for. Null is one.
  func rows(where condition: SQL, groups: SQL) -> SQL {
    """
    (SELECT dated.day, NULL::date AS first_day, dated.weight_group_id, NULL::numeric AS weight, dated.is_extra_credit, dated.points_possible, \
    dated.points_awarded, dated.percentage \
    FROM (SELECT graded.*, \(Self.day(of: "graded", in: "home.time_zone")) AS day \
    FROM assignments graded CROSS JOIN (SELECT \(timeZone) AS time_zone OFFSET 0) home WHERE \(condition)) dated \
    WHERE dated.day <= \(lastDay) \
    UNION ALL SELECT period.to_day, period.first_day, ends.id, ends.weight, false, NULL, NULL, NULL \
    FROM (\(periods)) period CROSS JOIN (\(groups)) ends) graded
    """
  }
}
