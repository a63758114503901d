package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// The student's work of today (REQ-STU), and the work that waits for a parent (REQ-PAR).
  package static var day: Area {
    Area(
      types: [Quote.self],
      resolvers: [
        "Query.dailyQuote": .dailyQuote,
        "Family.quotes": .toMany(access: .family),
        // One day's assignments by time, as in the planner.
        "Student.assignmentsDue": .toMany(access: .family, order: [.ascending("due_time")]) {
          row, arguments in
          """
          \(row["due_date"]) = \(FamilyCalendar.day("on", of: arguments, in: FamilyCalendar.timeZone(row.viewer))) \
          AND \(AssignmentState.isPlanned(row))
          """
        },
        "Mutation.markAssignmentDone": .markAssignment(isDone: true),
        "Mutation.markAssignmentNotDone": .markAssignment(isDone: false),
        "Mutation.requestHelp": .requestHelp,
      ])
  }
}
