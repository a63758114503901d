import Planning
import SQL

extension Resolver where Viewer == School.Viewer {
  /// Tells every parent that the student needs help with an assignment (REQ-STU-005…009).
  static var requestHelp: Resolver {
    .mutation(access: .students) { input, rows throws(MutationFailure) in
      let assignment = try input.requiredID("assignmentId")
      let message = try input.text("message", characters: 1...2000)
      let found = try await rows.row("Assignment", key: assignment, columns: ["student_id", "title"])
      guard found.count == 1, let student = found.uuid(row: 0, column: 0), let title = found.text(row: 0, column: 1)
      else { throw input.notFound("assignmentId") }
      guard rows.viewer.mayWork(for: student) else {
        throw .forbidden("This is another student's assignment.", at: input.path(of: "assignmentId"))
      }
      let id = try input.id("id") ?? .timeOrdered()
      switch try await rows.useID(id, of: "Notification", for: input) {
      case .new: break
      case .sameInput: return ["assignment": assignment]
      case .otherInput: throw .conflict("This id was used for something else.", at: input.path(of: "id"), version: nil)
      }
      let member = try await rows.row("Student", key: student, columns: ["name"])
      let name = member.count == 1 ? member.text(row: 0, column: 0) ?? "" : ""
      for parent in try await rows.keys(of: "Parent", limit: Int32(NotificationLimits.recipients)) {
        try await rows.insert(
          "Notification", key: .timeOrdered(),
          [
            .init("recipient_id", .uuid(parent)), .init("kind", .text("HELP_REQUEST")),
            .init("title", .text("\(name) asks for help")),
            .init("body", .text(message.map { "\(title): \($0)" } ?? title)),
            .init("student_id", .uuid(student)), .init("assignment_id", .uuid(assignment)),
          ])
      }
      return ["assignment": assignment]
    }
  }
}
