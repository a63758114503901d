import Planning
import SQL

/// `SchoolDay` (TT-04, TT-11): consecutive days of a school's calendar, from the argument `from` of the field.
///
///     SELECT place.id AS school_id, md5(place.id::text || number)::uuid AS day_id, $2 + number AS day FROM schools place
///     CROSS JOIN generate_series(0, $3::int - 1) AS number WHERE place.id = ANY ($1)
enum SchoolDay: EntityType {
  static let entity = Entity<Viewer>(
    computed: "SchoolDay", named: "school_days", key: "day_id", .uuid, scope: .school, extent: .unbounded, order: [.ascending("day")],
    resolvers: [
      "date": .column("day", .date, access: .schoolPeople),
      "events": .toMany(
        given: columns, access: .schoolPeople, order: [.ascending("clock_start"), .ascending("title")]
      ) { event, day in
        """
        \(event["school_id"]) = \(day("school_id")) AND \(event["calendar_until"]) >= \(day("day")) \
        AND \(event["calendar_from"]) <= \(day("day"))
        """
      },
      "activities": .toMany(given: columns, access: .schoolPeople) { activity, day in
        """
        \(activity["school_id"]) = \(day("school_id")) AND \(activity["last_day"]) >= \(day("day")) \
        AND \(activity["first_day"]) <= \(day("day")) \
        AND \(weekdays)[extract(isodow FROM \(day("day")))::int] = ANY (\(activity["days"])) \
        AND \(day("day")) <> ALL (\(activity["exceptions"]))
        """
      },
    ]
  ) { arguments, viewer in
    let first = arguments.value("from", as: .date)
    // A `Date` has no year after 9999.
    return """
      SELECT place.id AS school_id, md5(place.id::text || number::text)::uuid AS day_id, \(first) + number AS day FROM schools place \
      CROSS JOIN generate_series(0, \(arguments.value("days", as: .first))::int - 1) AS number \
      WHERE place.id = ANY (\(viewer(.schoolIDs))) AND \(first) + number <= date '9999-12-31'
      """
  }

  private static let columns: KeyValuePairs<String, SQLType> = ["school_id": .uuid, "day": .date]

  /// The names of the days of the week, by their numbers.
  private static let weekdays: SQL =
    "(ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'])"
}
