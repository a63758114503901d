import Planning
import SQL

/// `PlannerEntry`: what stands in the planner, on a day of the family's calendar (REQ-PLAN-002, 003). In the
/// order of the clock; what has no time comes last.
enum PlannerEntry: EntityType {
  static let entity = Entity<Viewer>(
    union: "PlannerEntry", named: "planner_entries", scope: .family, order: [.ascending("time")],
    parts: [
      .init(PlannerTask.self, ["day": .date, "time": .time, "student_id": .studentID]),
      .init(
        Assignment.self, ["day": .dueDate, "time": .dueTime, "student_id": .studentID], where: AssignmentState.isPlanned),
    ])
}

/// `PlannerDay`: consecutive days, from the argument `from` of the field, or today.
///
///     SELECT home.family_id, (now() AT TIME ZONE home.time_zone)::date + number AS day FROM families home
///     CROSS JOIN generate_series(0, $2::int - 1) AS number WHERE home.family_id = $1
enum PlannerDay: EntityType {
  static let entity: Entity<Viewer> = {
    Entity(
      computed: "PlannerDay", named: "planner_days", key: "day", .date, scope: .family,
      resolvers: [
        "date": .column("day", .date, access: .family),
        "entries": .toMany(key: "day", access: .family) { entry, arguments in
          guard let planner = arguments.ofParent, planner.isGiven("studentId") else { return nil }
          let student = planner.value("studentId", as: .uuid)
          // A task without a student is for each student of its family, and for no other viewer's.
          return """
            (\(entry["student_id"]) = \(student) OR \(entry["student_id"]) IS NULL AND EXISTS (SELECT 1 FROM members asked \
            WHERE asked.family_id = \(entry.viewer(.familyID)) AND asked.id = \(student) AND asked.role = 'STUDENT'))
            """
        },
      ],
      keys: { arguments, viewer in
        let first = FamilyCalendar.day("from", of: arguments, in: "home.time_zone")
        let day: SQL = "SELECT \(first) FROM families home WHERE home.family_id = \(viewer(.familyID))"
        return ("(\(day))", "(\(day)) + \(arguments.value("days", as: .first))::int - 1")
      }
    ) { arguments, viewer in
      let first = FamilyCalendar.day("from", of: arguments, in: "home.time_zone")
      // A `Date` has no year after 9999.
      return """
        SELECT home.family_id, \(first) + number AS day FROM families home \
        CROSS JOIN generate_series(0, \(arguments.value("days", as: .first))::int - 1) AS number \
        WHERE home.family_id = \(viewer(.familyID)) AND \(first) + number <= date '9999-12-31'
        """
    }
  }()
}
