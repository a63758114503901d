import SQL

/// Events and tasks, and the days of their rules: RFC 5545, section 3.3.10, as the module `Recurrence` has it. A test
/// compares both.
extension CalendarRows {
  private static let ruleColumns = [
    "frequency", "step", "by_day", "by_month_day", "by_month", "by_set_pos", "week_start", "last_day",
  ]

  private static func columns(ofEvent event: SQL) -> SQL {
    let rule = ruleColumns.map { "\(event).\(identifier: $0)" as SQL }.joined(separator: ", ")
    return """
      'EVENT' AS kind, \(event).id, \(event).title, \(event).place, \(event).color, \(event).date, \(event).time, \(event).end_date, \
      \(event).end_time, \(event).time_zone AS zone, \(rule), NULL::timestamptz AS done_at
      """
  }

  private static func columns(ofTask task: SQL, _ category: SQL) -> SQL {
    let rule = ruleColumns.map { "\(task).\(identifier: $0)" as SQL }.joined(separator: ", ")
    return """
      'TASK' AS kind, \(task).id, \(task).title, NULL::text AS place, \(category).color, \(task).due_date AS date, \(task).due_time AS time, \
      \(task).due_date AS end_date, \(task).due_time AS end_time, \(task).time_zone AS zone, \(rule), \(task).done_at
      """
  }

  /// The conditions on events for the members that are asked for, and the wanted kinds.
  private var eventConditions: [SQL] {
    let ofMembers = members.map { ids -> SQL in
      """
      (EXISTS (SELECT 1 FROM event_members own WHERE own.family_id = \(family) AND own.event_id = e.id AND own.member_id = ANY (\(ids))) \
      OR NOT EXISTS (SELECT 1 FROM event_members own WHERE own.family_id = \(family) AND own.event_id = e.id))
      """
    }
    return [ofMembers, wants("EVENT")].compactMap(\.self)
  }

  private var taskConditions: [SQL] {
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
    if case .occurrence = purpose {
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

  /// The condition on occurrences that are changed and may have a part in the days.
  private var changedWindow: SQL {
    let window: SQL =
      if case .occurrence = purpose {
        "x.series_id = \(OccurrenceSetting.series) AND x.day = home.first_day"
      } else {
        "COALESCE(x.date, x.day) BETWEEN home.first_day - 369 AND home.last_day + 2"
      }
    return "x.family_id = \(family) AND x.is_changed AND NOT x.is_left_out AND \(window)"
  }

  /// The series of these occurrences, wherever their own days lie.
  var moved: SQL {
    func query(_ columns: SQL, _ rows: SQL, _ conditions: [SQL]) -> SQL {
      "SELECT \(columns) FROM \(rows) WHERE \(conditions.joined(separator: " AND "))"
    }
    func ids(_ column: SQL) -> SQL { "ARRAY(SELECT DISTINCT \(column) FROM home JOIN occurrences x ON \(changedWindow))" }
    let event = query(
      Self.columns(ofEvent: "e"), "events e", ["e.family_id = \(family)", "e.id = ANY (\(ids("x.event_id")))"] + eventConditions)
    let task = query(
      Self.columns(ofTask: "t", "c"),
      "tasks t LEFT JOIN task_categories c ON c.family_id = \(family) AND c.id = t.category_id",
      ["t.family_id = \(family)", "t.due_date IS NOT NULL", "t.id = ANY (\(ids("x.task_id")))"] + taskConditions)
    if case .toDo = purpose { return task }
    return "\(event) UNION ALL \(task)"
  }

  /// The occurrences that were changed, wherever they were moved. Parts that a change does not set follow the series;
  /// where both do not go together any more, the series decides.
  var changed: SQL {
    """
      SELECT s.kind, s.id, x.day, s.frequency IS NOT NULL AS is_series, coalesce(x.title, s.title) AS title, \
      coalesce(x.place, s.place) AS place, s.color, s.zone, CASE WHEN s.frequency IS NULL THEN s.done_at ELSE x.done_at END AS done_at, \
      true AS is_changed, CASE WHEN ends.fits THEN starts.day ELSE x.day END AS start_day, \
      CASE WHEN NOT ends.fits THEN x.day + (s.end_date - s.date) WHEN starts.time IS NULL THEN ends.day ELSE ends.local_end::date END AS end_day, \
      CASE WHEN ends.fits THEN starts.day + starts.time ELSE x.day + s.time END AS local_start, \
      CASE WHEN ends.fits THEN ends.local_end ELSE x.day + (s.end_date - s.date) + s.end_time END AS local_end \
      FROM home JOIN occurrences x ON \(changedWindow) JOIN moved s ON s.id = x.series_id \
      AND COALESCE(x.date, x.day) + greatest(x.end_date - COALESCE(x.date, x.day), s.end_date - s.date) >= home.first_day - 3 \
      CROSS JOIN LATERAL (SELECT coalesce(x.date, x.day) AS day, coalesce(x.time, s.time) AS time OFFSET 0) starts \
      CROSS JOIN LATERAL (SELECT coalesce(x.end_date, starts.day + (s.end_date - s.date)) AS day, \
      CASE WHEN x.end_date IS NULL AND x.end_time IS NULL THEN starts.day + starts.time \
      + CASE WHEN s.time IS NULL THEN interval '0' ELSE (s.end_date + s.end_time) - (s.date + s.time) END \
      ELSE coalesce(x.end_date, starts.day + (s.end_date - s.date)) + coalesce(x.end_time, s.end_time, starts.time) END AS local_end OFFSET 0) given \
      CROSS JOIN LATERAL (SELECT given.day, given.local_end, CASE WHEN starts.time IS NULL \
      THEN x.end_time IS NULL AND given.day >= starts.day AND given.day - starts.day < 366 \
      ELSE given.local_end >= starts.day + starts.time AND given.local_end - (starts.day + starts.time) <= interval '366 days' END AS fits OFFSET 0) ends
      """
  }

  private static let codes: SQL = "(ARRAY['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])"

  /// The rules of series, with the parts that the first day gives; and the numbers of the days, from 0 for the first
  /// one, that may be in the window.
  var rules: SQL {
    """
    SELECT s.id, s.date AS start, s.frequency, s.step, s.last_day, nullif(s.by_set_pos, '{}') AS places, \
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
    greatest(s.date, home.first_day - (s.end_date - s.date) - 3) - s.date AS first_number, \
    least(coalesce(s.last_day, home.last_day + 2), home.last_day + 2) - s.date AS last_number \
    FROM series s CROSS JOIN home WHERE s.frequency IS NOT NULL
    """
  }

  /// The days of series; of what comes once, its day. Places among the days of a month or year count from its
  /// beginning, which may lie before the first day of the series.
  var ruleDays: SQL {
    let unit: SQL = "CASE r.frequency WHEN 'YEARLY' THEN 'year' ELSE 'month' END"
    let period: SQL = "date_trunc(\(unit), (r.start + k)::timestamp)"
    return """
      SELECT r.id, r.start + k AS day FROM rules r \
      CROSS JOIN LATERAL generate_series((r.first_number + r.stride - 1) / r.stride * r.stride, r.last_number, r.stride) AS k \
      WHERE r.places IS NULL AND \(Self.holds) \
      UNION ALL SELECT ranked.id, ranked.day FROM (SELECT r.id, r.start, r.last_day, r.places, r.start + k AS day, \
      row_number() OVER (PARTITION BY r.id, \(period) ORDER BY k) AS place, count(*) OVER (PARTITION BY r.id, \(period)) AS total \
      FROM rules r CROSS JOIN LATERAL generate_series(date_trunc(\(unit), (r.start + r.first_number)::timestamp)::date - r.start, \
      (date_trunc(\(unit), (r.start + r.last_number)::timestamp) + ('1 ' || \(unit))::interval)::date - 1 - r.start) AS k \
      WHERE r.places IS NOT NULL AND r.first_number <= r.last_number AND \(Self.holds)) ranked \
      WHERE (ranked.place = ANY (ranked.places) OR ranked.place - ranked.total - 1 = ANY (ranked.places)) \
      AND ranked.day >= ranked.start AND (ranked.last_day IS NULL OR ranked.day <= ranked.last_day) \
      UNION ALL SELECT s.id, s.date FROM series s WHERE s.frequency IS NULL
      """
  }

  /// Whether a day holds the parts of a rule but `bySetPos`.
  private static var holds: SQL {
    let day: SQL = "(r.start + k)"
    let month: SQL = "extract(month FROM \(day))::int"
    let monthDay: SQL = "extract(day FROM \(day))::int"
    let length: SQL = "extract(day FROM date_trunc('month', \(day)::timestamp) + interval '1 month - 1 day')::int"
    let code: SQL = "\(codes)[1 + ((r.weekday + k) % 7 + 7) % 7]"
    return """
      (r.months IS NULL OR \(month) = ANY (r.months)) \
      AND (r.month_days IS NULL OR \(monthDay) = ANY (r.month_days) OR \(monthDay) - \(length) - 1 = ANY (r.month_days)) \
      AND (r.weekdays IS NULL OR \(code) = ANY (r.weekdays) OR r.frequency IN ('MONTHLY', 'YEARLY') AND (\
      ((\(monthDay) + 6) / 7)::text || \(code) = ANY (r.weekdays) \
      OR '-' || ((\(length) - \(monthDay)) / 7 + 1)::text || \(code) = ANY (r.weekdays))) \
      AND CASE r.frequency WHEN 'WEEKLY' THEN (k + r.week_offset) / 7 % r.step = 0 \
      WHEN 'MONTHLY' THEN ((extract(year FROM \(day)) - extract(year FROM r.start)) * 12 + extract(month FROM \(day)) \
      - extract(month FROM r.start))::int % r.step = 0 \
      WHEN 'YEARLY' THEN (extract(year FROM \(day)) - extract(year FROM r.start))::int % r.step = 0 ELSE true END
      """
  }
}
