import Planning
import SQL

/// The periods of a series: days, weeks or months of the calendar, whether anything happened in them or not.
///
/// A field with a series has the arguments `from`, `to` and `by`, and a resolver with the bounds `.periods()`, which refuse
/// more periods than 400.
enum PeriodSeries {
  /// A query for the periods that have a day between two days, with the columns `first_day`, and `from_day` and `to_day`, which
  /// are the first and the last day of the period that lie between the two.
  ///
  ///     SELECT greatest(starts.day, date '0001-01-01') AS first_day, greatest(starts.day, $1) AS from_day,
  ///       least((starts.day + rule.step)::date - 1, $2) AS to_day
  ///     FROM (SELECT lower($3) AS unit, … AS step, CASE $3 WHEN 'WEEK' THEN (SELECT … FROM members reader …)
  ///       ELSE 0 END AS shift) rule
  ///     CROSS JOIN generate_series(0, …) AS number
  ///     CROSS JOIN LATERAL (SELECT (date_trunc(rule.unit, …) + … + number * rule.step)::date AS day) starts
  ///     WHERE starts.day <= $2
  ///
  /// - Parameters:
  ///   - arguments: of the field.
  ///   - viewer: whose settings say when weeks begin.
  static func periods(_ arguments: ArgumentReferences, _ viewer: (Viewer.Attribute) -> SQL) -> SQL {
    periods(
      from: arguments.value("from", as: .date), to: arguments.value("to", as: .date),
      by: arguments.value("by", as: .operand(.text)), viewer)
  }

  /// - Parameters:
  ///   - from: the first day, a `date`.
  ///   - to: the last day, a `date`.
  ///   - step: a value of `SeriesStep`, as text.
  static func periods(from: SQL, to: SQL, by step: SQL, _ viewer: (Viewer.Attribute) -> SQL) -> SQL {
    // A `Date` has no year before 1, and a week may begin there. PostgreSQL knows how many integers a series of them has, and
    // takes any other series for a thousand rows. OFFSET 0 has the settings read once.
    """
    SELECT greatest(starts.day, date '0001-01-01') AS first_day, greatest(starts.day, \(from)) AS from_day, \
    least((starts.day + rule.step)::date - 1, \(to)) AS to_day \
    FROM (SELECT lower(\(step)) AS unit, ('1 ' || lower(\(step)))::interval AS step, \
    CASE \(step) WHEN 'WEEK' THEN \(daysAfterMonday(viewer)) ELSE 0 END AS shift OFFSET 0) rule \
    CROSS JOIN generate_series(0, (\(to) - \(from)) / \
    CASE \(step) WHEN 'DAY' THEN 1 WHEN 'WEEK' THEN 7 ELSE 28 END + 1) AS number \
    CROSS JOIN LATERAL (SELECT (date_trunc(rule.unit, (\(from) - rule.shift)::timestamp) + rule.shift * interval '1 day' \
    + number * rule.step)::date AS day) starts \
    WHERE starts.day <= \(to)
    """
  }

  /// The number of days after Monday on which the viewer's weeks begin.
  private static func daysAfterMonday(_ viewer: (Viewer.Attribute) -> SQL) -> SQL {
    """
    (SELECT array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], \
    reader.week_start) - 1 FROM members reader \
    WHERE reader.family_id = \(viewer(.familyID)) AND reader.id = \(viewer(.memberID)))
    """
  }
}
