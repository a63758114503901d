import Planning
import SQL

extension Resolver where Viewer == Domain.Viewer {
  /// Tells every parent that the student needs help with an assignment (REQ-STU-005…009). Repeated requests within
  /// minutes notify once, and an hour has a limit, since parents ignore notifications without end.
  static var requestHelp: Resolver {
    .mutation(access: .students) { input, rows throws(MutationFailure) in
      let assignment = try input.requiredID("assignmentId")
      let message = try input.optionalText("message", characters: 1...2000, lines: .many)
      let found = try await rows.row(Assignment.self, key: assignment, columns: [.studentID, .title])
      guard found.count == 1, let student = found.uuid(row: 0, column: 0), let title = found.text(row: 0, column: 1)
      else { throw input.notFound("assignmentId") }
      guard rows.viewer.mayWork(for: student) else {
        throw .forbidden("This is another student's assignment: ask for help with your own.", at: input.path(of: "assignmentId"))
      }
      let id = try input.newID()
      guard try await rows.isNew(id, of: Notification.self, for: input) else { return ["assignment": assignment] }
      let who = student.description
      try await rows.count(
        "helpRequests", "requests for help", by: who, atMost: 20, within: 3600, at: input.path(of: "assignmentId"))
      try await rows.count(
        "helpRequestsOfAssignment", "requests for help with this assignment", by: "\(who) \(assignment)", atMost: 1,
        within: 600, at: input.path(of: "assignmentId"))
      let member = try await rows.row(Student.self, key: student, columns: [.name])
      let name = member.count == 1 ? member.text(row: 0, column: 0) ?? "" : ""
      let said: [ColumnValue] = [
        Notification.set(.kind, .text("HELP_REQUEST")), Notification.set(.event, .text("HELP_REQUEST")),
        Notification.set(
          .arguments,
          sql: Notice.arguments([
            .student: .text(name), .assignment: .text(title), .message: message.map { .text($0) } ?? .null(.text),
          ])),
        Notification.set(.studentID, .uuid(student)), Notification.set(.assignmentID, .uuid(assignment)),
      ]
      let parents = try await rows.keys(of: Parent.self, limit: Int32(NotificationLimits.recipients))
      try await rows.insert(
        Notification.self,
        parents.map { (key: .timeOrdered(), values: [Notification.set(.recipientID, .uuid($0))] + said) })
      return ["assignment": assignment]
    }
  }
}
