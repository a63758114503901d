import Planning
import SQL

/// The entries of other areas: each is one more query with the columns of `columns`.
extension CalendarRows {
  /// The queries for the other kinds; of what is to do, bookings alone.
  var others: [SQL] {
    switch purpose {
    case .days: [assignments, plannerTasks, timeSlots, pickups, schoolEvents, external, bookings]
    case .toDo: [bookings]
    case .occurrence: []
    }
  }

  /// The columns of `found`, in this order.
  ///
  /// - Parameters:
  ///   - day: that of the occurrence.
  ///   - start: a local time; null without one.
  ///   - end: the same; the start for a moment.
  private func columns(
    _ kind: String, id: SQL, day: SQL, title: SQL, place: SQL = "NULL::text", color: SQL = "NULL::text", zone: SQL = "home.zone",
    doneAt: SQL = "NULL::timestamptz", start: SQL, end: SQL? = nil
  ) -> SQL {
    """
    '\(unescaped: kind)' AS kind, \(id) AS id, \(day) AS day, false AS is_series, \(title) AS title, \(place) AS place, \(color) AS color, \
    \(zone) AS zone, \(doneAt) AS done_at, false AS is_changed, \(day) AS start_day, \(day) AS end_day, \(start) AS local_start, \
    \(end ?? start) AS local_end
    """
  }

  private static func filter(_ conditions: [SQL?]) -> SQL {
    let conditions = conditions.compactMap(\.self)
    return conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
  }

  private var assignments: SQL {
    let row = row("work")
    let columns = columns(
      "ASSIGNMENT", id: "work.id", day: "work.due_date", title: "work.title", color: "course.color", doneAt: "work.done_at",
      start: "work.due_date + work.due_time")
    return """
      SELECT \(columns) FROM home JOIN assignments work ON work.family_id = \(family) \
      AND work.due_date BETWEEN home.first_day - 1 AND home.last_day + 1 \
      LEFT JOIN courses course ON course.family_id = \(family) AND course.id = work.course_id\
      \(Self.filter([AssignmentState.isPlanned(row), members.map { "work.student_id = ANY (\($0))" }, wants("ASSIGNMENT")]))
      """
  }

  private var plannerTasks: SQL {
    let columns = columns(
      "PLANNER_TASK", id: "planned.id", day: "planned.date", title: "planned.title", color: "planned.color",
      start: "planned.date + planned.time")
    let ofMembers = members.map { ids -> SQL in "(planned.student_id IS NULL OR planned.student_id = ANY (\(ids)))" }
    return """
      SELECT \(columns) FROM home JOIN planner_tasks planned ON planned.family_id = \(family) \
      AND planned.date BETWEEN home.first_day - 1 AND home.last_day + 1\(Self.filter([ofMembers, wants("PLANNER_TASK")]))
      """
  }

  /// The days of a course are those of its term; without one, all while it is active. Its students are those with work
  /// in it.
  private var timeSlots: SQL {
    let columns = columns(
      "COURSE", id: "slot.id", day: "calendar.day", title: "course.name", place: "slot.place", color: "course.color",
      start: "calendar.day + slot.start_time", end: "calendar.day + slot.end_time")
    let ofMembers = members.map { ids -> SQL in
      """
      (EXISTS (SELECT 1 FROM assignments taken WHERE taken.family_id = \(family) AND taken.course_id = slot.course_id \
      AND taken.student_id = ANY (\(ids))) \
      OR NOT EXISTS (SELECT 1 FROM assignments taken WHERE taken.family_id = \(family) AND taken.course_id = slot.course_id))
      """
    }
    let onDay: SQL = "\(Self.weekday(of: "calendar.day")) = ANY (slot.days)"
    let inTerm: SQL = """
      (calendar.day BETWEEN term.first_day AND term.last_day OR course.term_id IS NULL AND \(Course.isActive("course")))
      """
    return """
      SELECT \(columns) FROM home JOIN time_slots slot ON slot.family_id = \(family) \
      JOIN courses course ON course.family_id = \(family) AND course.id = slot.course_id \
      LEFT JOIN terms term ON term.family_id = \(family) AND term.id = course.term_id \
      \(Self.eachDay)\(Self.filter([onDay, inTerm, ofMembers, wants("COURSE")]))
      """
  }

  /// The pickup times of students who are confirmed at a school, by the clock there. A viewer from whom pickups are
  /// hidden has none.
  private var pickups: SQL {
    let row = row("pickup")
    let columns = columns(
      "PICKUP", id: "pickup.id", day: "calendar.day", title: "school.name", zone: "school.time_zone",
      start: "calendar.day + pickup.time")
    let onDay: SQL = "\(Self.weekday(of: "calendar.day")) = ANY (pickup.days)"
    return """
      SELECT \(columns) FROM home JOIN pickup_times pickup ON pickup.family_id = \(family) \
      JOIN enrolments enrolled ON enrolled.family_id = \(family) AND enrolled.id = pickup.enrolment_id AND enrolled.state = 'CONFIRMED' \
      JOIN schools school ON school.id = ANY (\(viewer(.schoolIDs))) AND school.id = enrolled.school_id \
      \(Self.eachDay)\
      \(Self.filter([onDay, "NOT \(PickupGuardian.isHidden(row))", members.map { "enrolled.student_id = ANY (\($0))" }, wants("PICKUP")]))
      """
  }

  /// The events of calendars elsewhere. Days are the same everywhere, and times moments.
  private var external: SQL {
    let local: (SQL) -> SQL = { "(\($0) AT TIME ZONE interval '0')" }
    let columns: SQL = """
      'EXTERNAL' AS kind, found.id, coalesce(found.first_day, \(local("found.starts_at"))::date) AS day, false AS is_series, found.title, \
      found.place, subscribed.color, 'UTC' AS zone, NULL::timestamptz AS done_at, false AS is_changed, \
      coalesce(found.first_day, \(local("found.starts_at"))::date) AS start_day, coalesce(found.last_day, \(local("found.starts_at"))::date) AS end_day, \
      \(local("found.starts_at")) AS local_start, \(local("found.ends_at")) AS local_end
      """
    let ofMembers = members.map { ids -> SQL in "(subscribed.member_ids = '{}' OR subscribed.member_ids && \(ids))" }
    return """
      SELECT \(columns) FROM home JOIN external_events found ON found.family_id = \(family) \
      AND (found.first_day <= home.last_day AND found.last_day >= home.first_day \
      OR found.starts_at < (home.last_day + 3)::timestamp AT TIME ZONE interval '0' \
      AND found.ends_at > (home.first_day - 2)::timestamp AT TIME ZONE interval '0') \
      JOIN calendar_subscriptions subscribed ON subscribed.family_id = \(family) AND subscribed.id = found.subscription_id\
      \(Self.filter([ofMembers, wants("EXTERNAL")]))
      """
  }

  /// The bookings of services that are not cancelled, and for everyone. Times are moments.
  private var bookings: SQL {
    let state = Booking.state(of: row("booked"))
    let local: (SQL) -> SQL = { "(\($0) AT TIME ZONE interval '0')" }
    let (start, end) = (local("booked.starts_at"), local("booked.ends_at"))
    let columns: SQL = """
      'BOOKING' AS kind, booked.id, \(start)::date AS day, false AS is_series, booked.service_name AS title, booked.place, \
      NULL::text AS color, 'UTC' AS zone, CASE WHEN \(state) = 'DONE' THEN coalesce(booked.done_at, booked.ends_at) END AS done_at, \
      false AS is_changed, \(start)::date AS start_day, \(end)::date AS end_day, \(start) AS local_start, \(end) AS local_end
      """
    return """
      SELECT \(columns) FROM home JOIN bookings booked ON booked.family_id = \(family) \
      AND booked.starts_at < (home.last_day + 3)::timestamp AT TIME ZONE interval '0' \
      AND booked.ends_at > (home.first_day - 2)::timestamp AT TIME ZONE interval '0'\
      \(Self.filter(["\(state) <> 'CANCELLED'", wants("BOOKING")]))
      """
  }

  /// The events of the schools at which the family's students are confirmed: those that the viewer may see, for one of these
  /// students. Days are the same everywhere, and times moments.
  private var schoolEvents: SQL {
    let row = row("held")
    let local: (SQL) -> SQL = { "(\($0) AT TIME ZONE interval '0')" }
    let columns: SQL = """
      'SCHOOL_EVENT' AS kind, held.id, coalesce(held.first_day, \(local("held.starts_at"))::date) AS day, false AS is_series, held.title, \
      held.place, NULL::text AS color, 'UTC' AS zone, NULL::timestamptz AS done_at, false AS is_changed, \
      coalesce(held.first_day, \(local("held.starts_at"))::date) AS start_day, coalesce(held.last_day, \(local("held.starts_at"))::date) AS end_day, \
      \(local("held.starts_at")) AS local_start, \(local("coalesce(held.ends_at, held.starts_at)")) AS local_end
      """
    let ofStudent: SQL = """
      EXISTS (SELECT 1 FROM enrolments enrolled WHERE enrolled.family_id = \(family) AND \(SchoolEventMember.isFor("held", "enrolled", viewer))\
      \(members.map { " AND enrolled.student_id = ANY (\($0))" } ?? ""))
      """
    let isOldEnough: SQL = "(\(viewer(.role)) = 'PARENT' OR \(Visibility<Viewer>.leastAge(of: row)))"
    return """
      SELECT \(columns) FROM home JOIN school_events held ON held.school_id = ANY (\(viewer(.audienceIDs))) \
      AND held.audience && \(viewer(.audienceIDs)) \
      AND held.begins_at < (home.last_day + 3)::timestamp AT TIME ZONE interval '0' \
      AND coalesce(held.closes_at, held.begins_at) > (home.first_day - 2)::timestamp AT TIME ZONE interval '0'\
      \(Self.filter([ofStudent, isOldEnough, wants("SCHOOL_EVENT")]))
      """
  }

  /// The days of the window, and one more on each side, on which a time of another zone may lie.
  private static let eachDay: SQL = """
    CROSS JOIN LATERAL (SELECT home.first_day - 1 + number AS day \
    FROM generate_series(0, home.last_day - home.first_day + 2) AS number) calendar
    """

  private static func weekday(of day: SQL) -> SQL {
    """
    (ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'])[extract(isodow FROM \(day))::int]
    """
  }
}
