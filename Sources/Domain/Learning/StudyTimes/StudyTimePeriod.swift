import Planning
import SQL

/// `StudyTimePeriod`: what each student studied in each period of a series. The index by student and day finds the rows of a
/// period.
///
///     SELECT asked.family_id, asked.id AS student_id, periods.first_day, studied.minutes, studied.count
///     FROM members asked CROSS JOIN (…) periods CROSS JOIN LATERAL (SELECT … FROM study_times times WHERE …) studied
///     WHERE asked.family_id = $1
enum StudyTimePeriod: EntityType {
  static let entity = Entity<Viewer>(
    computed: "StudyTimePeriod", named: "study_time_periods", key: "first_day", .date, scope: .family,
    resolvers: [
      "firstDay": .column("first_day", .date, access: .family),
      "minutes": .column("minutes", .int4, access: .family),
      "count": .column("count", .int4, access: .family),
    ]
  ) { arguments, viewer in
    """
    SELECT asked.family_id, asked.id AS student_id, periods.first_day, studied.minutes, studied.count \
    FROM members asked CROSS JOIN (\(PeriodSeries.periods(arguments, viewer))) periods \
    CROSS JOIN LATERAL (SELECT coalesce(sum(times.minutes), 0)::int4 AS minutes, count(*)::int4 AS count \
    FROM study_times times WHERE times.family_id = \(viewer(.familyID)) AND times.student_id = asked.id \
    AND times.date BETWEEN periods.from_day AND periods.to_day) studied \
    WHERE asked.family_id = \(viewer(.familyID))
    """
  }
}

/// `StudyTimeOfCourse`: what each student studied for each course.
enum StudyTimeOfCourse: EntityType {
  static let entity = Entity<Viewer>(
    computed: "StudyTimeOfCourse", named: "study_times_of_courses", key: "course_id", .uuid, scope: .family,
    order: [.descending("minutes")],
    stored: [.family: ["course"]],
    resolvers: [
      "minutes": .column("minutes", .int4, access: .family),
      "count": .column("count", .int4, access: .family),
    ]
  ) { arguments, viewer in
    var conditions: [SQL] = ["times.family_id = \(viewer(.familyID))"]
    if arguments.isGiven("from") { conditions.append("times.date >= \(arguments.value("from", as: .date))") }
    if arguments.isGiven("to") { conditions.append("times.date <= \(arguments.value("to", as: .date))") }
    return """
      SELECT times.family_id, times.student_id, times.course_id, sum(times.minutes)::int4 AS minutes, count(*)::int4 AS count \
      FROM study_times times WHERE \(conditions.joined(separator: " AND ")) \
      GROUP BY times.family_id, times.student_id, times.course_id
      """
  }
}
