import SQL

/// The stored occurrences of series: those that are left out, changed or done.
extension CalendarRows {
  /// The days whose occurrences may have a part in the window. They are fewer than the bits of `marks`.
  var reach: SQL {
    if isOfOne { return "SELECT home.first_day, home.last_day FROM home" }
    return """
      SELECT home.first_day - 3 - coalesce((SELECT max(s.end_date - s.date) FROM series s), 0) AS first_day, home.last_day + 2 AS last_day \
      FROM home
      """
  }

  /// The rows of these days, and those that were moved and may have a part in the window.
  var kept: SQL {
    let columns: SQL = """
      x.series_id, x.event_id, x.task_id, x.day, x.is_left_out, x.is_changed, \
      (x.date IS NOT NULL OR x.time IS NOT NULL OR x.end_date IS NOT NULL OR x.end_time IS NOT NULL) AS is_moved, \
      x.title, x.place, x.date, x.time, x.end_date, x.end_time, x.done_at
      """
    if isOfOne {
      return """
        SELECT \(columns) FROM home JOIN occurrences x ON x.family_id = \(family) AND x.series_id = \(OccurrenceSetting.series) \
        AND x.day = home.first_day
        """
    }
    return """
      SELECT \(columns) FROM reach JOIN occurrences x ON x.family_id = \(family) AND x.day BETWEEN reach.first_day AND reach.last_day \
      UNION ALL SELECT \(columns) FROM home CROSS JOIN reach JOIN occurrences x ON x.family_id = \(family) \
      AND (x.date IS NOT NULL OR x.end_date IS NOT NULL) \
      AND COALESCE(x.date, x.day) BETWEEN home.first_day - 369 AND home.last_day + 2 \
      WHERE NOT x.is_left_out AND x.day NOT BETWEEN reach.first_day AND reach.last_day \
      AND (x.end_date IS NULL OR x.end_date >= home.first_day - 3)
      """
  }

  /// For each series the days of these rows, as bits from the first day of `reach` on.
  var marks: SQL {
    """
    SELECT kept.series_id, bit_or(b'1'::bit(1024) >> (kept.day - reach.first_day)) AS days \
    FROM kept JOIN reach ON kept.day BETWEEN reach.first_day AND reach.last_day GROUP BY kept.series_id
    """
  }

  /// The series of occurrences that were moved, wherever their own days lie.
  var moved: SQL {
    func query(_ columns: SQL, _ rows: SQL, _ conditions: [SQL]) -> SQL {
      "SELECT \(columns) FROM \(rows) WHERE \(conditions.joined(separator: " AND "))"
    }
    func ids(_ column: SQL) -> SQL { "ARRAY(SELECT DISTINCT \(column) FROM kept x WHERE x.is_moved AND NOT x.is_left_out)" }
    let event = query(
      Self.columns(ofEvent: "e"), "events e", ["e.family_id = \(family)", "e.id = ANY (\(ids("x.event_id")))"] + eventConditions)
    let task = query(
      Self.columns(ofTask: "t", "c"),
      "tasks t LEFT JOIN task_categories c ON c.family_id = \(family) AND c.id = t.category_id",
      ["t.family_id = \(family)", "t.due_date IS NOT NULL", "t.id = ANY (\(ids("x.task_id")))"] + taskConditions)
    if case .toDo = purpose { return task }
    return "\(event) UNION ALL \(task)"
  }

  /// The days of rules that have no row.
  var usual: SQL {
    """
    SELECT s.kind, s.id, s.day, s.frequency IS NOT NULL AS is_series, s.title, s.place, s.color, s.zone, \
    CASE WHEN s.frequency IS NULL THEN s.done_at END AS done_at, false AS is_changed, \
    s.day AS start_day, s.day + (s.end_date - s.date) AS end_day, s.day + s.time AS local_start, \
    s.day + (s.end_date - s.date) + s.end_time AS local_end FROM (\(ruleDays)) s
    """
  }

  /// The occurrences with a row that are when the rule says.
  var unmoved: SQL {
    """
    SELECT s.kind, s.id, x.day, s.frequency IS NOT NULL, coalesce(x.title, s.title), coalesce(x.place, s.place), s.color, s.zone, \
    CASE WHEN s.frequency IS NULL THEN s.done_at ELSE x.done_at END, x.is_changed, x.day, x.day + (s.end_date - s.date), x.day + s.time, \
    x.day + (s.end_date - s.date) + s.end_time \
    FROM kept x JOIN series s ON s.id = x.series_id WHERE NOT x.is_left_out AND NOT x.is_moved
    """
  }

  /// The occurrences that were moved. Parts that a change does not set follow the series; where both do not go together
  /// any more, the series decides.
  var changed: SQL {
    """
    SELECT s.kind, s.id, x.day, s.frequency IS NOT NULL AS is_series, coalesce(x.title, s.title) AS title, \
    coalesce(x.place, s.place) AS place, s.color, s.zone, CASE WHEN s.frequency IS NULL THEN s.done_at ELSE x.done_at END AS done_at, \
    true AS is_changed, CASE WHEN ends.fits THEN starts.day ELSE x.day END AS start_day, \
    CASE WHEN NOT ends.fits THEN x.day + (s.end_date - s.date) WHEN starts.time IS NULL THEN ends.day ELSE ends.local_end::date END AS end_day, \
    CASE WHEN ends.fits THEN starts.day + starts.time ELSE x.day + s.time END AS local_start, \
    CASE WHEN ends.fits THEN ends.local_end ELSE x.day + (s.end_date - s.date) + s.end_time END AS local_end \
    FROM kept x JOIN moved s ON s.id = x.series_id AND x.is_moved AND NOT x.is_left_out \
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
}
