package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// Assignments page by page, what they come to, and whatever has an id.
  package static var curriculumLists: Area {
    Area(
      resolvers: [
        "Query.node": .node(by: "id", access: .signedIn),
        "Query.nodes": .node(by: "ids", access: .signedIn),

        "Student.assignmentsConnection": .connection(access: .family),
        "Course.assignmentsConnection": .connection(access: .family),
        "Family.assignmentsConnection": .connection(access: .family),

        "Student.assignmentsSummary": .summary(of: Assignment.self, access: .family),
        "Course.assignmentsSummary": .summary(of: Assignment.self, access: .family),
        "Family.assignmentsSummary": .summary(of: Assignment.self, access: .family),

        "AssignmentSummary.count": .measure(.count, access: .family),
        "AssignmentSummary.gradedCount": .measure(.countOf("percentage"), access: .family),
        "AssignmentSummary.meanPercentage": .meanOfGrades,
        "AssignmentSummary.byState": .groups(by: .field("state"), access: .family),
        "AssignmentsByState.state": .groupKey(access: .family),
        "AssignmentsByState.count": .measure(.count, access: .family),

        "AssignmentSummary.bySubject": .groups(by: .relation(["course", "subject"]), access: .family),
        "AssignmentsBySubject.subject": .groupKey(access: .family),
        "AssignmentsBySubject.count": .measure(.count, access: .family),
        "AssignmentsBySubject.gradedCount": .measure(.countOf("percentage"), access: .family),
        "AssignmentsBySubject.meanPercentage": .meanOfGrades,

        "AssignmentSummary.byCourse": .groups(by: .relation(["course"]), access: .family),
        "AssignmentsByCourse.course": .groupKey(access: .family),
        "AssignmentsByCourse.count": .measure(.count, access: .family),
        "AssignmentsByCourse.gradedCount": .measure(.countOf("percentage"), access: .family),
        "AssignmentsByCourse.meanPercentage": .meanOfGrades,

        "AssignmentSummary.byStudent": .groups(by: .relation(["student"]), access: .family),
        "AssignmentsByStudent.student": .groupKey(access: .family),
        "AssignmentsByStudent.count": .measure(.count, access: .family),
        "AssignmentsByStudent.gradedCount": .measure(.countOf("percentage"), access: .family),
        "AssignmentsByStudent.meanPercentage": .meanOfGrades,

        "AssignmentSummary.byWeek": .groups(
          by: .week(of: "dueDate"), weekStart: { MemberSettings.weekStart(of: $0) }, access: .family),
        "AssignmentsByWeek.week": .groupKey(access: .family),
        "AssignmentsByWeek.count": .measure(.count, access: .family),
        "AssignmentsByWeek.gradedCount": .measure(.countOf("percentage"), access: .family),
        "AssignmentsByWeek.meanPercentage": .meanOfGrades,
      ])
  }
}

extension Resolver where Viewer == Domain.Viewer {
  /// The mean of assignments by the definition of grades.
  fileprivate static var meanOfGrades: Resolver {
    .aggregate(.numeric, over: "percentage", access: .family) { GradeMean.mean(over: $0) }
  }
}
