import Planning
import SQL

/// The query for the entries of the calendar: a chain of steps.
///
///     WITH home AS (…), series AS (…), reach AS (…), kept AS (…), marks AS (…), rules AS (…), moved AS (…), found AS (…),
///     clocks AS (…), here AS (…) SELECT … FROM (… dated …) shown
///
/// `home` is the family with the days that are looked at; without one that is asked for there are no entries. `series`
/// are events and tasks that may have a part in these days, and `reach` the days whose occurrences may have one. `kept`
/// are the rows of occurrences, `marks` for each series the days that have one, as bits, and `rules` the series with
/// these bits. `found` are the days of the rules without a row, the rows that are not left out, and what other areas
/// have. `clocks` has the offsets of the time zones by day, by which local times become moments, and moments days of the
/// family's calendar.
///
/// The joins of the chain are with few rows on one side, or by number: PostgreSQL knows nothing of the rows of steps, and
/// would compare all occurrences with all.
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
    let attributes: [Viewer.Attribute] = [.familyID, .memberID, .role, .schoolIDs, .audienceIDs]
    values = Dictionary(uniqueKeysWithValues: attributes.map { ($0, viewer($0)) })
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

  /// Whether one occurrence is asked for, which a setting of the transaction names.
  var isOfOne: Bool { if case .occurrence = purpose { true } else { false } }

  /// The query.
  var entries: SQL {
    """
    WITH home AS MATERIALIZED (\(home)), series AS MATERIALIZED (\(series)), reach AS MATERIALIZED (\(reach)), \
    kept AS MATERIALIZED (\(kept)), marks AS MATERIALIZED (\(marks)), rules AS MATERIALIZED (\(rules)), moved AS MATERIALIZED (\(moved)), \
    found AS MATERIALIZED (\(found)), clocks AS MATERIALIZED (\(clocks)), here AS MATERIALIZED (\(here)) \(rows)
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
          least(\(FamilyCalendar.day("from", of: arguments, in: "home.time_zone")) + \(arguments.value("days", as: .firstFromOne))::int - 1, \
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
  private var found: SQL { ([usual, unmoved, changed] + others).joined(separator: " UNION ALL ") }

  /// The entries that are wanted, with their days in the family's calendar.
  private var shown: SQL {
    let wanted: SQL =
      switch purpose {
      case .days: " WHERE dated.first_day <= dated.window_end AND dated.last_day >= dated.window_start"
      case .toDo: " WHERE dated.kind IN ('TASK', 'BOOKING') AND dated.done_at IS NULL AND dated.first_day BETWEEN dated.window_start AND dated.window_end"
      case .occurrence: ""
      }
    return "FROM (\(dated)) dated\(wanted)"
  }

  /// The columns of the entity, in the calendar for each day of an entry.
  private var rows: SQL {
    let columns: SQL = """
      SELECT shown.family_id, shown.id AS source_id, shown.kind, \
      shown.id || CASE WHEN shown.is_series OR shown.kind IN ('COURSE', 'PICKUP') THEN ':' || shown.day ELSE '' END AS entry_id, \
      shown.day AS item_day, shown.title, shown.starts_at, \
      CASE WHEN shown.kind IN ('EVENT', 'COURSE', 'SCHOOL_EVENT', 'EXTERNAL', 'BOOKING') THEN shown.ends_at END AS ends_at, shown.first_day, shown.last_day, \
      \(Self.isAllDay) AS is_all_day, shown.place AS entry_place, shown.color, shown.done_at, \
      CASE WHEN shown.is_series THEN shown.id END AS series_id, CASE WHEN shown.is_series THEN shown.day END AS occurrence, \
      shown.is_changed, CASE WHEN shown.kind IN ('EVENT', 'TASK', 'EXTERNAL', 'BOOKING') THEN shown.id END AS item_id, \
      CASE WHEN shown.starts_at IS NOT NULL THEN 1 WHEN \(Self.isAllDay) THEN 0 ELSE 2 END AS rank
      """
    switch purpose {
    case .days:
      // The days of an entry: a set-returning expression costs less than a join with one.
      return """
        \(columns), shown.window_start + shown.number AS day, \
        CASE WHEN shown.starts_at IS NULL OR shown.first_day = shown.window_start + shown.number THEN shown.starts_at \
        ELSE (shown.window_start + shown.number)::timestamp AT TIME ZONE shown.home_zone END AS shown_from \
        FROM (SELECT dated.*, generate_series(greatest(dated.first_day - dated.window_start, 0), \
        least(dated.last_day, dated.window_end) - dated.window_start) AS number \(shown)) shown
        """
    case .toDo:
      return """
        \(columns), shown.first_day AS day, shown.starts_at AS shown_from FROM (SELECT dated.*, row_number() OVER (\
        PARTITION BY dated.id, dated.first_day < dated.window_start + 30 ORDER BY dated.first_day DESC, dated.day DESC) AS nth \
        \(shown)) shown WHERE NOT shown.is_series OR shown.first_day >= shown.window_start + 30 OR shown.nth = 1
        """
    case .occurrence: return "\(columns), shown.first_day AS day, shown.starts_at AS shown_from FROM (SELECT dated.* \(shown)) shown"
    }
  }

  private static let isAllDay: SQL = "(shown.kind IN ('EVENT', 'SCHOOL_EVENT', 'EXTERNAL') AND shown.starts_at IS NULL)"
}
