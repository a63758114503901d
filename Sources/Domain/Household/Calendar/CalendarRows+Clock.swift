import SQL

/// Moments for local times, and days of the family's calendar for moments.
extension CalendarRows {
  /// The offsets of the time zones, for each day of the window and some around it: an offset is much faster than a zone.
  /// A day near a change of the clock has `changing` instead: for it, the zone is asked. A day is looked at by the
  /// midnights in UTC around it.
  ///
  /// One row: the names of the zones, and an array of arrays in their order, in which day 1 is the one after
  /// `clock_day`. A day outside is null.
  var clocks: SQL {
    """
    SELECT array_agg(known.zone ORDER BY known.zone) AS zones, array_agg(known.shifts ORDER BY known.zone) AS shifts, \
    min(known.clock_day) AS clock_day FROM (SELECT near.zone, min(near.day) - 1 AS clock_day, \
    array_agg(CASE WHEN near.lowest = near.highest THEN near.lowest ELSE \(Self.changing) END ORDER BY near.day) AS shifts \
    FROM (SELECT seen.zone, seen.day, min(seen.shift) OVER around AS lowest, max(seen.shift) OVER around AS highest \
    FROM (SELECT sampled.zone, sampled.day, \
    (sampled.day::timestamp AT TIME ZONE interval '0' AT TIME ZONE sampled.zone) - sampled.day::timestamp AS shift \
    FROM (SELECT used.zone, home.first_day - 6 + number AS day FROM (SELECT found.zone FROM found UNION SELECT home.zone FROM home) used \
    CROSS JOIN home CROSS JOIN LATERAL generate_series(0, home.last_day - home.first_day + 12) AS number) sampled) seen \
    WINDOW around AS (PARTITION BY seen.zone ORDER BY seen.day ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING)) near GROUP BY near.zone) known
    """
  }

  private static let changing: SQL = "interval '99 days'"

  private static func isKnown(_ shift: SQL) -> SQL { "\(shift) < interval '2 days'" }

  /// The family with these offsets.
  var here: SQL { "SELECT home.*, array_position(clocks.zones, home.zone) AS nth, clocks.* FROM home CROSS JOIN clocks" }

  /// The entries with moments instead of local times.
  private var timed: SQL {
    """
    SELECT found.*, \(Self.moment(of: "found.local_start", "found.start_shift")) AS starts_at, \
    \(Self.moment(of: "found.local_end", "found.end_shift")) AS ended_at FROM (SELECT found.*, \
    here.shifts[found.nth][found.local_start::date - here.clock_day] AS start_shift, \
    here.shifts[found.nth][found.local_end::date - here.clock_day] AS end_shift \
    FROM (SELECT found.*, array_position(here.zones, found.zone) AS nth FROM found CROSS JOIN here OFFSET 0) found CROSS JOIN here OFFSET 0) found
    """
  }

  /// A local time as a moment: in a gap by the offset before it, and the first of two. PostgreSQL takes the second one,
  /// so where the offset was another a day before, the same local time by that offset is looked at.
  private static func moment(of local: SQL, _ shift: SQL) -> SQL {
    let moment: SQL = "(\(local) AT TIME ZONE found.zone)"
    let before: SQL = "((\(moment) - interval '24 hours') AT TIME ZONE found.zone)"
    let earlier: SQL = "(\(moment) - (\(before) - (\(local) - interval '24 hours')))"
    return """
      CASE WHEN \(isKnown(shift)) THEN \(local) AT TIME ZONE \(shift) \
      WHEN \(local) IS NULL OR \(before) = \(local) - interval '24 hours' THEN \(moment) \
      WHEN (\(earlier) AT TIME ZONE found.zone) = \(local) THEN least(\(moment), \(earlier)) ELSE \(moment) END
      """
  }

  /// The first and the last day of an entry in the family's calendar. An end in a gap may come before the start: then
  /// the length of the clock counts.
  var dated: SQL {
    func day(_ moment: SQL, _ shift: SQL) -> SQL {
      "(CASE WHEN \(Self.isKnown(shift)) THEN \(moment) AT TIME ZONE \(shift) ELSE \(moment) AT TIME ZONE here.zone END)::date"
    }
    func shift(at moment: SQL) -> SQL { "here.shifts[here.nth][(\(moment) AT TIME ZONE interval '0')::date - here.clock_day]" }
    return """
      SELECT placed.*, here.family_id, here.first_day AS window_start, here.last_day AS window_end, here.zone AS home_zone, \
      CASE WHEN placed.starts_at IS NULL THEN placed.start_day ELSE \(day("placed.starts_at", "placed.start_shift")) END AS first_day, \
      CASE WHEN placed.starts_at IS NULL THEN placed.end_day ELSE \(day("placed.last_moment", "placed.end_shift")) END AS last_day \
      FROM (SELECT ended.*, \(shift(at: "ended.starts_at")) AS start_shift, \(shift(at: "ended.last_moment")) AS end_shift \
      FROM (SELECT e.kind, e.id, e.day, e.is_series, e.title, e.place, e.color, e.done_at, e.is_changed, e.start_day, e.end_day, e.starts_at, \
      e.ends_at, CASE WHEN e.ends_at > e.starts_at THEN e.ends_at - interval '1 microsecond' ELSE e.starts_at END AS last_moment \
      FROM (SELECT timed.*, CASE WHEN timed.ended_at < timed.starts_at \
      THEN timed.starts_at + (timed.local_end - timed.local_start) ELSE timed.ended_at END AS ends_at \
      FROM (\(timed) OFFSET 0) timed OFFSET 0) e OFFSET 0) ended CROSS JOIN here OFFSET 0) placed CROSS JOIN here OFFSET 0
      """
  }
}
