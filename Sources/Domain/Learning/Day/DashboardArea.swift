package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// The parents' dashboard (REQ-PAR) and report cards (REQ-REP).
  package static var dashboard: Area {
    Area(
      types: [CourseResult.self],
      resolvers: [
        "Family.assignmentsToGrade": .toMany(access: .family) { row, _ in
          AssignmentState.waitsForGrade({ row[$0] }, in: FamilyCalendar.timeZone(row.viewer), of: row.viewer(.familyID))
        },
        "Family.assignmentsToGradeCount": .expression(.int4, access: .family) { family, _ in
          let waits = AssignmentState.waitsForGrade(
            { "waiting.\(identifier: $0)" }, in: family["time_zone"], of: family.viewer(.familyID))
          return """
            (SELECT count(*)::int4 FROM assignments waiting \
            WHERE waiting.family_id = \(family.viewer(.familyID)) AND \(waits))
            """
        },
        "Student.reportCard": .toMany(access: .family) { row, arguments in
          var conditions: [SQL] = []
          if arguments.isGiven("termId") {
            conditions.append(Term.has(row["course_id"], in: arguments.value("termId", as: .uuid), row))
          }
          if arguments.isGiven("schoolYearId") {
            conditions.append(SchoolYear.has(row["course_id"], in: arguments.value("schoolYearId", as: .uuid), row))
          }
          return conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
        },
      ])
  }
}
