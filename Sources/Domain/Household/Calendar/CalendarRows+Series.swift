import SQL

/// Events and tasks, and the days of their rules: RFC 5545, section 3.3.10, as the module `Recurrence` has it. A test
/// compares both.
extension CalendarRows {
  private static let ruleColumns = [
    "frequency", "step", "by_day", "by_month_day", "by_month", "by_set_pos", "week_start", "last_day",
  ]

  static func columns(ofEvent event: SQL) -> SQL {
    let rule = ruleColumns.map { "\(event).\(identifier: $0)" as SQL }.joined(separator: ", ")
    return """
      'EVENT' AS kind, \(event).id, \(event).title, \(event).place, \(event).color, \(event).date, \(event).time, \(event).end_date, \
      \(event).end_time, \(event).time_zone AS zone, \(rule), NULL::timestamptz AS done_at
      """
  }

  static func columns(ofTask task: SQL, _ category: SQL) -> SQL {
    let rule = ruleColumns.map { "\(task).\(identifier: $0)" as SQL }.joined(separator: ", ")
    return """
      'TASK' AS kind, \(task).id, \(task).title, NULL::text AS place, \(category).color, \(task).due_date AS date, \(task).due_time AS time, \
      \(task).due_date AS end_date, \(task).due_time AS end_time, \(task).time_zone AS zone, \(rule), \(task).done_at
      """
  }

  /// The conditions on events for the members that are asked for, and the wanted kinds.
  var eventConditions: [SQL] {
    let ofMembers = members.map { ids -> SQL in
      """
      (EXISTS (SELECT 1 FROM event_members own WHERE own.family_id = \(family) AND own.event_id = e.id AND own.member_id = ANY (\(ids))) \
      OR NOT EXISTS (SELECT 1 FROM event_members own WHERE own.family_id = \(family) AND own.event_id = e.id))
      """
    }
    return [ofMembers, wants("EVENT")].compactMap(\.self)
  }

  var taskConditions: [SQL] {
    let ofMembers = members.map { ids -> SQL in "(t.member_id IS NULL OR t.member_id = ANY (\(ids)))" }
    return [ofMembers, wants("TASK")].compactMap(\.self)
  }

  /// Events and tasks that may have a part in the days: zones are at most 26 hours apart, a gap has at most a day, and
  /// an event at most 366.
  var series: SQL {
    func query(_ columns: SQL, _ rows: SQL, _ conditions: [SQL]) -> SQL {
      "SELECT \(columns) FROM home JOIN \(rows)\(conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")"
    }
    let event = Self.columns(ofEvent: "e")
    let task = Self.columns(ofTask: "t", "c")
    let category: SQL = " LEFT JOIN task_categories c ON c.family_id = \(family) AND c.id = t.category_id"
    if isOfOne {
      return [
        query(event, "events e ON e.family_id = \(family) AND e.id = \(OccurrenceSetting.series)", []),
        query(task, "tasks t ON t.family_id = \(family) AND t.id = \(OccurrenceSetting.series)\(category)", ["t.due_date IS NOT NULL"]),
      ].joined(separator: " UNION ALL ")
    }
    let tasks = [
      query(
        task,
        """
        tasks t ON t.family_id = \(family) AND t.frequency IS NULL \
        AND t.due_date BETWEEN home.first_day - 3 AND home.last_day + 2\(category)
        """, taskConditions),
      query(
        task, "tasks t ON t.family_id = \(family) AND t.frequency IS NOT NULL AND t.due_date <= home.last_day + 2\(category)",
        ["(t.last_day IS NULL OR t.last_day >= home.first_day - 3)"] + taskConditions),
    ]
    if case .toDo = purpose { return tasks.joined(separator: " UNION ALL ") }
    let events = [
      query(
        event,
        """
        events e ON e.family_id = \(family) AND e.frequency IS NULL \
        AND e.date BETWEEN home.first_day - 369 AND home.last_day + 2
        """, ["e.end_date >= home.first_day - 3"] + eventConditions),
      query(
        event, "events e ON e.family_id = \(family) AND e.frequency IS NOT NULL AND e.date <= home.last_day + 2",
        ["(e.last_day IS NULL OR e.last_day + (e.end_date - e.date) >= home.first_day - 3)"] + eventConditions),
    ]
    return (events + tasks).joined(separator: " UNION ALL ")
  }

  private static let codes: SQL = "(ARRAY['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])"

  /// The series, with the bits of the days that have a row, the parts of the rule that the first day gives, and the
  /// numbers of the days, from 0 for the first one, that may be in the window. All days are plain that a step alone gives.
  var rules: SQL {
    """
    SELECT s.*, marks.days AS kept_days, nullif(s.by_set_pos, '{}') AS places, \
    extract(isodow FROM s.date)::int - 1 AS weekday, \
    (extract(isodow FROM s.date)::int - array_position(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'], \
    s.week_start) + 7) % 7 AS week_offset, \
    CASE WHEN s.by_month <> '{}' THEN s.by_month WHEN s.frequency = 'YEARLY' THEN ARRAY[extract(month FROM s.date)::int] END AS months, \
    CASE WHEN s.by_month_day <> '{}' THEN s.by_month_day \
    WHEN s.frequency IN ('MONTHLY', 'YEARLY') AND s.by_day = '{}' THEN ARRAY[extract(day FROM s.date)::int] END AS month_days, \
    CASE WHEN s.by_day <> '{}' THEN s.by_day \
    WHEN s.frequency = 'WEEKLY' THEN ARRAY[\(Self.codes)[extract(isodow FROM s.date)::int]] END AS weekdays, \
    CASE WHEN s.frequency = 'DAILY' THEN s.step \
    WHEN s.frequency = 'WEEKLY' AND cardinality(s.by_day) < 2 THEN 7 * s.step ELSE 1 END AS stride, \
    (s.frequency = 'DAILY' AND s.by_day = '{}' OR s.frequency = 'WEEKLY' AND cardinality(s.by_day) < 2) \
    AND s.by_month = '{}' AND s.by_month_day = '{}' AS is_plain, \
    greatest(s.date, home.first_day - (s.end_date - s.date) - 3) - s.date AS first_number, \
    least(coalesce(s.last_day, home.last_day + 2), home.last_day + 2) - s.date AS last_number, \
    reach.first_day AS reach_start \
    FROM series s CROSS JOIN home CROSS JOIN reach LEFT JOIN marks ON marks.series_id = s.id
    """
  }

  /// The days of series and of what comes once that have no row, with the columns of their series. Places among the days
  /// of a month or year count from its beginning, which may lie before the first day of the series.
  var ruleDays: SQL {
    if isOfOne { return "SELECT r.*, home.first_day AS day FROM rules r CROSS JOIN home WHERE \(Self.isFree("home.first_day"))" }
    let unit: SQL = "CASE r.frequency WHEN 'YEARLY' THEN 'year' ELSE 'month' END"
    let period: SQL = "date_trunc(\(unit), (r.date + k)::timestamp)"
    return """
      SELECT r.*, r.date + k AS day FROM rules r \
      CROSS JOIN LATERAL generate_series((r.first_number + r.stride - 1) / r.stride * r.stride, r.last_number, r.stride) AS k \
      WHERE r.frequency IS NOT NULL AND r.places IS NULL AND \(Self.isFree("(r.date + k)")) AND \(Self.holds) \
      UNION ALL SELECT (r.rule).*, r.day FROM (SELECT r AS rule, r.date, r.last_day, r.places, r.first_number, r.last_number, r.reach_start, \
      r.kept_days, r.date + k AS day, row_number() OVER (PARTITION BY r.id, \(period) ORDER BY k) AS nth, \
      count(*) OVER (PARTITION BY r.id, \(period)) AS total \
      FROM rules r CROSS JOIN LATERAL generate_series(date_trunc(\(unit), (r.date + r.first_number)::timestamp)::date - r.date, \
      (date_trunc(\(unit), (r.date + r.last_number)::timestamp) + ('1 ' || \(unit))::interval)::date - 1 - r.date) AS k \
      WHERE r.frequency IS NOT NULL AND r.places IS NOT NULL AND r.first_number <= r.last_number AND \(Self.holds)) r \
      WHERE (r.nth = ANY (r.places) OR r.nth - r.total - 1 = ANY (r.places)) \
      AND r.day BETWEEN r.date + r.first_number AND r.date + r.last_number AND \(Self.isFree("r.day")) \
      UNION ALL SELECT r.*, r.date FROM rules r WHERE r.frequency IS NULL AND \(Self.isFree("r.date"))
      """
  }

  /// Whether a day of a rule has no row.
  private static func isFree(_ day: SQL) -> SQL {
    "(r.kept_days IS NULL OR get_bit(r.kept_days, \(day) - r.reach_start) = 0)"
  }

  /// Whether a day holds the parts of a rule but `bySetPos`. PostgreSQL takes it for half of the days: of the same as a
  /// chain of conditions it would expect next to none.
  private static var holds: SQL {
    let day: SQL = "(r.date + k)"
    let month: SQL = "extract(month FROM \(day))::int"
    let monthDay: SQL = "extract(day FROM \(day))::int"
    let length: SQL = "extract(day FROM date_trunc('month', \(day)::timestamp) + interval '1 month - 1 day')::int"
    let code: SQL = "\(codes)[1 + ((r.weekday + k) % 7 + 7) % 7]"
    return """
      CASE WHEN r.is_plain THEN true WHEN (r.months IS NULL OR \(month) = ANY (r.months)) \
      AND (r.month_days IS NULL OR \(monthDay) = ANY (r.month_days) OR \(monthDay) - \(length) - 1 = ANY (r.month_days)) \
      AND (r.weekdays IS NULL OR \(code) = ANY (r.weekdays) OR r.frequency IN ('MONTHLY', 'YEARLY') AND (\
      ((\(monthDay) + 6) / 7)::text || \(code) = ANY (r.weekdays) \
      OR '-' || ((\(length) - \(monthDay)) / 7 + 1)::text || \(code) = ANY (r.weekdays))) \
      AND CASE r.frequency WHEN 'WEEKLY' THEN (k + r.week_offset) / 7 % r.step = 0 \
      WHEN 'MONTHLY' THEN ((extract(year FROM \(day)) - extract(year FROM r.date)) * 12 + extract(month FROM \(day)) \
      - extract(month FROM r.date))::int % r.step = 0 \
      WHEN 'YEARLY' THEN (extract(year FROM \(day)) - extract(year FROM r.date))::int % r.step = 0 ELSE true END \
      THEN true ELSE false END
      """
  }
}
