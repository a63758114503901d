import Planning
import SQL

/// The query for the entries of the calendar: a chain of steps, each computed once.
///
///     WITH home AS (…), series AS (…), rules AS (…), days AS (…), kept AS (…), moved AS (…), found AS (…), …, shown AS (…)
///     SELECT … FROM shown CROSS JOIN LATERAL generate_series(…) AS day
///
/// `home` is the family with the days that are looked at; without one that is asked for there are no entries. `series`
/// are events and tasks that may have a part in these days, `days` the days that their rules give, `kept` the rows of
/// occurrences of these days, `moved` the series of occurrences that are changed, and `found` the occurrences of these
/// days together with what other areas have. `timed` has moments instead of local times, and `shown` the days of the
/// family's calendar.
///
/// A new kind of entries is a further query of `CalendarRows.others`.
struct CalendarRows {
  /// The field that the entries are for.
  enum Purpose {
    /// `CalendarDay.entries`, with the arguments of `Query.calendar`: a row for each day of an entry.
    case days(ArgumentReferences)
    /// `Query.toDo`.
    case toDo(ArgumentReferences)
    /// The occurrence that a mutation names in a setting of its transaction.
    case occurrence
  }

  let purpose: Purpose
  private let values: [Viewer.Attribute: SQL]

  init(_ purpose: Purpose, _ viewer: (Viewer.Attribute) -> SQL) {
    self.purpose = purpose
    values = [.familyID: viewer(.familyID), .memberID: viewer(.memberID), .role: viewer(.role), .schoolIDs: viewer(.schoolIDs)]
  }

  func viewer(_ attribute: Viewer.Attribute) -> SQL { values[attribute] ?? "NULL" }

  var family: SQL { viewer(.familyID) }

  /// A row under an alias of the query.
  func row(_ alias: String) -> RowReference<Viewer> {
    let values = values
    return RowReference(alias: alias) { values[$0] ?? "NULL" }
  }

  /// The ids of members that the client asks for; nil for all.
  var members: SQL? {
    switch purpose {
    case .days(let arguments), .toDo(let arguments):
      arguments.isGiven("memberIds") ? arguments.value("memberIds", as: .uuids) : nil
    case .occurrence: nil
    }
  }

  /// The condition that entries of a kind are wanted; nil where they are without one.
  func wants(_ kind: String) -> SQL? {
    guard case .days(let arguments) = purpose, arguments.isGiven("kinds") else { return nil }
    return "'\(unescaped: kind)' = ANY (\(arguments.value("kinds", as: .operands(.text))))"
  }

  /// The query.
  var entries: SQL {
    let days: SQL = if case .occurrence = purpose { "SELECT s.id, home.first_day AS day FROM series s CROSS JOIN home" } else { ruleDays }
    let rules: SQL = if case .occurrence = purpose { "" } else { "rules AS MATERIALIZED (\(self.rules)), " }
    return """
      WITH home AS MATERIALIZED (\(home)), series AS MATERIALIZED (\(series)), \(rules)days AS MATERIALIZED (\(days)), \
      kept AS MATERIALIZED (\(kept)), moved AS MATERIALIZED (\(moved)), \
      found AS MATERIALIZED (\(found)), zones AS MATERIALIZED (\(zones)), timed AS MATERIALIZED (\(timed)), \
      dated AS MATERIALIZED (\(dated)), shown AS MATERIALIZED (\(shown)) \(rows)
      """
  }

  // MARK: Steps

  /// The family, its time zone, and the first and the last day.
  private var home: SQL {
    let (first, last): (SQL, SQL) =
      switch purpose {
      case .days(let arguments):
        (
          FamilyCalendar.day("from", of: arguments, in: "home.time_zone"),
          """
          least(\(FamilyCalendar.day("from", of: arguments, in: "home.time_zone")) + \(arguments.value("days", as: .first))::int - 1, \
          date '9999-12-31')
          """
        )
      case .toDo(let arguments):
        (
          "\(FamilyCalendar.today(in: "home.time_zone")) - 30",
          "\(FamilyCalendar.today(in: "home.time_zone")) + \(arguments.value("days", as: .first))::int"
        )
      case .occurrence: (OccurrenceSetting.day, OccurrenceSetting.day)
      }
    let asked: SQL =
      members.map {
        " AND EXISTS (SELECT 1 FROM members asked WHERE asked.family_id = \(family) AND asked.id = ANY (\($0)))"
      } ?? ""
    return """
      SELECT home.family_id, home.time_zone AS zone, \(first) AS first_day, \(last) AS last_day FROM families home \
      WHERE home.family_id = \(family)\(asked)
      """
  }

  /// The occurrences of series, and what comes once; then the other kinds of entries.
  private var found: SQL {
    let usual: SQL = """
      SELECT s.kind, s.id, days.day, s.frequency IS NOT NULL AS is_series, s.title, s.place, s.color, s.zone, \
      CASE WHEN s.frequency IS NULL THEN s.done_at ELSE kept.done_at END AS done_at, false AS is_changed, \
      days.day AS start_day, days.day + (s.end_date - s.date) AS end_day, days.day + s.time AS local_start, \
      days.day + (s.end_date - s.date) + s.end_time AS local_end \
      FROM days JOIN series s ON s.id = days.id \
      LEFT JOIN kept ON kept.series_id = days.id AND kept.day = days.day WHERE kept.is_exception IS NOT TRUE
      """
    let queries = [usual, changed] + others
    return queries.joined(separator: " UNION ALL ")
  }

  /// The rows of occurrences of the days.
  private var kept: SQL {
    let window: SQL =
      if case .occurrence = purpose {
        "x.series_id = \(OccurrenceSetting.series) AND x.day = home.first_day"
      } else {
        "x.day BETWEEN home.first_day - 3 - (SELECT max(s.end_date - s.date) FROM series s) AND home.last_day + 2"
      }
    return """
      SELECT x.series_id, x.day, x.is_left_out OR x.is_changed AS is_exception, x.done_at FROM home \
      JOIN occurrences x ON x.family_id = \(family) AND \(window)
      """
  }

  /// The time zones, each with its offset where that is the same on all days of the window and some around it: a day is
  /// looked at by its midnight in UTC. Most are, and an offset is much faster than a zone.
  private var zones: SQL {
    """
    SELECT seen.zone, CASE WHEN min(seen.shift) = max(seen.shift) THEN min(seen.shift) END AS shift FROM (\
    SELECT used.zone, (sampled.moment AT TIME ZONE interval '0' AT TIME ZONE used.zone) - sampled.moment AS shift \
    FROM (SELECT found.zone FROM found UNION SELECT home.zone FROM home) used CROSS JOIN home \
    CROSS JOIN LATERAL (SELECT (home.first_day - 4 + number)::timestamp AS moment \
    FROM generate_series(0, home.last_day - home.first_day + 8) AS number) sampled) seen GROUP BY seen.zone
    """
  }

  /// Moments for local times.
  private var timed: SQL {
    """
    SELECT found.*, \(Self.moment(of: "found.local_start")) AS starts_at, \(Self.moment(of: "found.local_end")) AS ended_at, \
    found.start_day >= home.first_day - 2 AND found.local_end < home.last_day + 3 AS is_near FROM found CROSS JOIN home \
    JOIN zones ON zones.zone = found.zone
    """
  }

  /// A local time as a moment: in a gap by the offset before it, and the first of two. PostgreSQL takes the second one,
  /// so where the offset was another a day before, the same local time by that offset is looked at.
  private static func moment(of local: SQL) -> SQL {
    let moment: SQL = "(\(local) AT TIME ZONE found.zone)"
    let before: SQL = "((\(moment) - interval '24 hours') AT TIME ZONE found.zone)"
    let earlier: SQL = "(\(moment) - (\(before) - (\(local) - interval '24 hours')))"
    return """
      CASE WHEN zones.shift IS NOT NULL AND \(local) >= home.first_day - 3 AND \(local) < home.last_day + 3 \
      THEN \(local) AT TIME ZONE zones.shift \
      WHEN \(local) IS NULL OR \(before) = \(local) - interval '24 hours' THEN \(moment) \
      WHEN (\(earlier) AT TIME ZONE found.zone) = \(local) THEN least(\(moment), \(earlier)) ELSE \(moment) END
      """
  }

  /// The first and the last day of an entry in the family's calendar. An end in a gap may come before the start: then
  /// the length of the clock counts.
  private var dated: SQL {
    func day(_ moment: SQL) -> SQL {
      """
      (CASE WHEN zones.shift IS NOT NULL AND timed.is_near THEN \(moment) AT TIME ZONE zones.shift \
      ELSE \(moment) AT TIME ZONE home.zone END)::date
      """
    }
    return """
      SELECT timed.*, home.family_id, home.first_day AS window_start, home.last_day AS window_end, ends.ends_at, \
      CASE WHEN timed.starts_at IS NULL THEN timed.start_day ELSE \(day("timed.starts_at")) END AS first_day, \
      CASE WHEN timed.starts_at IS NULL THEN timed.end_day \
      WHEN ends.ends_at > timed.starts_at THEN \(day("(ends.ends_at - interval '1 microsecond')")) \
      ELSE \(day("timed.starts_at")) END AS last_day \
      FROM timed CROSS JOIN home JOIN zones ON zones.zone = home.zone \
      CROSS JOIN LATERAL (SELECT CASE WHEN timed.ended_at < timed.starts_at \
      THEN timed.starts_at + (timed.local_end - timed.local_start) ELSE timed.ended_at END AS ends_at OFFSET 0) ends
      """
  }

  /// The entries that are wanted.
  private var shown: SQL {
    let wanted: SQL =
      switch purpose {
      case .days: " WHERE dated.first_day <= dated.window_end AND dated.last_day >= dated.window_start"
      case .toDo: " WHERE dated.kind = 'TASK' AND dated.done_at IS NULL AND dated.first_day BETWEEN dated.window_start AND dated.window_end"
      case .occurrence: ""
      }
    return "SELECT * FROM dated\(wanted)"
  }

  /// The columns of the entity, in the calendar for each day of an entry.
  private var rows: SQL {
    let columns: SQL = """
      SELECT shown.family_id, shown.id AS source_id, shown.kind, \
      shown.id || CASE WHEN shown.is_series OR shown.kind IN ('COURSE', 'PICKUP') THEN ':' || shown.day ELSE '' END AS entry_id, \
      shown.title, shown.starts_at, CASE WHEN shown.kind IN ('EVENT', 'COURSE') THEN shown.ends_at END AS ends_at, \
      shown.first_day, shown.last_day, shown.kind = 'EVENT' AND shown.starts_at IS NULL AS is_all_day, shown.place AS entry_place, shown.color, \
      shown.done_at, CASE WHEN shown.is_series THEN shown.id END AS series_id, CASE WHEN shown.is_series THEN shown.day END AS occurrence, \
      shown.is_changed, CASE WHEN shown.kind IN ('EVENT', 'TASK') THEN shown.id END AS item_id, \
      CASE WHEN shown.starts_at IS NOT NULL THEN 1 WHEN shown.kind = 'EVENT' THEN 0 ELSE 2 END AS rank
      """
    switch purpose {
    case .days:
      return """
        \(columns), calendar.day, CASE WHEN shown.first_day = calendar.day THEN shown.starts_at ELSE timestamptz '-infinity' END AS shown_from \
        FROM shown CROSS JOIN LATERAL (SELECT shown.window_start + number AS day FROM generate_series(\
        greatest(shown.first_day - shown.window_start, 0), least(shown.last_day, shown.window_end) - shown.window_start) AS number) calendar
        """
    case .toDo:
      return """
        \(columns), shown.first_day AS day, shown.starts_at AS shown_from FROM (SELECT shown.*, row_number() OVER (\
        PARTITION BY shown.id, shown.first_day < shown.window_start + 30 ORDER BY shown.first_day DESC, shown.day DESC) AS nth \
        FROM shown) shown WHERE NOT shown.is_series OR shown.first_day >= shown.window_start + 30 OR shown.nth = 1
        """
    case .occurrence: return "\(columns), shown.first_day AS day, shown.starts_at AS shown_from FROM shown"
    }
  }
}
