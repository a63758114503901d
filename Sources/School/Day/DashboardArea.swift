package import Planning
import SQL

extension Area where Viewer == School.Viewer {
  /// The parents' dashboard (REQ-PAR) and report cards (REQ-REP).
  package static var dashboard: Area {
    Area(
      types: [CourseResult.self],
      resolvers: [
        "Family.assignmentsToGrade": .toMany(access: .family) { row, _ in
          AssignmentState.waitsForGrade({ row[$0] }, in: FamilyCalendar.timeZone(row.viewer))
        },
        "Family.assignmentsToGradeCount": .expression(.int4, access: .family) { family, _ in
          let waits = AssignmentState.waitsForGrade({ "waiting.\(identifier: $0)" }, in: family["time_zone"])
          return """
            (SELECT count(*)::int4 FROM assignments waiting \
            WHERE waiting.family_id = \(family.viewer(.familyID)) AND \(waits))
            """
        },
        "Student.reportCard": .toMany(access: .family) { row, arguments in
          arguments.isGiven("termId") ? Term.has(row["course_id"], in: arguments.value("termId", as: .uuid), row) : nil
        },
      ])
  }
}
