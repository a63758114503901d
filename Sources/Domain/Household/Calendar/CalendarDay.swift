import Planning
import SQL

/// `CalendarDay` (ME-04): consecutive days, from the argument `from` of the field, or today.
enum CalendarDay: EntityType {
  static let entity: Entity<Viewer> = {
    Entity(
      computed: "CalendarDay", named: "calendar_days", key: "day", .date, scope: .family,
      resolvers: [
        "date": .column("day", .date, access: .family),
        "entryCount": .expression(.int4, access: .family) { day, arguments in
          guard let calendar = arguments.ofParent, calendar.isGiven("days") else { return "0" }
          // The counts of all days, which PostgreSQL computes once.
          return """
            coalesce(((SELECT jsonb_object_agg(counted.day, counted.entries) FROM (SELECT entry.day, count(*) AS entries \
            FROM (\(CalendarRows(.days(calendar), day.viewer).entries)) entry GROUP BY entry.day) counted) ->> \(day["day"])::text)::int, 0)
            """
        },
        "entries": .toMany(key: "day", access: .family),
      ],
      keys: { arguments, viewer in
        let first = FamilyCalendar.day("from", of: arguments, in: "home.time_zone")
        let day: SQL = "SELECT \(first) FROM families home WHERE home.family_id = \(viewer(.familyID))"
        return ("(\(day))", "(\(day)) + \(arguments.value("days", as: .firstFromOne))::int - 1")
      }
    ) { arguments, viewer in
      let first = FamilyCalendar.day("from", of: arguments, in: "home.time_zone")
      // A `Date` has no year after 9999.
      return """
        SELECT home.family_id, \(first) + number AS day FROM families home \
        CROSS JOIN generate_series(0, \(arguments.value("days", as: .firstFromOne))::int - 1) AS number \
        WHERE home.family_id = \(viewer(.familyID)) AND \(first) + number <= date '9999-12-31'
        """
    }
  }()
}
