import Planning
import SQL

extension Resolver where Viewer == Domain.Viewer {
  /// A parent notifies members that it names, or all parents (REQ-NOT-003).
  static var createNotification: Resolver {
    .mutation(access: .parents) { input, rows throws(MutationFailure) in
      let id = try input.newID()
      let named = try input.ids("recipientIds", atMost: NotificationLimits.recipients)
      let assignment = try input.id("assignmentId")
      guard let title = try input.text("title", characters: 1...300),
        let body = try input.text("body", characters: 1...3_000, lines: .many)
      else { throw .invalid("A notification has a \"title\" and a \"body\".", at: input.path(of: "title")) }
      guard case .uuid(let author) = rows.viewer.value(of: .memberID) else { throw input.notFound("id") }
      var keys: ChangedKeys = ["id": id]
      keys["assignment"] = assignment
      guard try await rows.isNew(id, of: Notification.self, for: input) else { return keys }
      var content = [
        Notification.set(.kind, .text("MESSAGE")), Notification.set(.event, .text("MESSAGE")),
        Notification.set(.title, .text(title)), Notification.set(.body, .text(body)),
      ]
      if let assignment {
        let found = try await rows.row(Assignment.self, key: assignment, columns: [.studentID])
        guard found.count == 1, let student = found.uuid(row: 0, column: 0) else { throw input.notFound("assignmentId") }
        content += [Notification.set(.studentID, .uuid(student)), Notification.set(.assignmentID, .uuid(assignment))]
      }
      let recipients = try await rows.recipients(named, of: input)
      try await rows.count(
        "notifications", "notifications", by: author.description, atMost: NotificationLimits.messages, within: 3600,
        at: input.path(of: "recipientIds"))
      try await rows.insert(
        Notification.self,
        recipients.map { (key: .timeOrdered(), values: [Notification.set(.recipientID, .uuid($0))] + content) })
      return keys
    }
  }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// The members that are named; without names, the parents.
  /// - Throws: `.notFound` with the place of the first name that is no member's of the family.
  fileprivate func recipients(
    _ named: [UUIDValue]?, of input: MutationInput
  ) async throws(MutationFailure) -> [UUIDValue] {
    guard let named else { return try await keys(of: Parent.self, limit: Int32(NotificationLimits.recipients)) }
    let members = try await keys(of: FamilyMember.self, where: .id, isAmong: named)
    guard let unknown = named.firstIndex(where: { !members.contains($0) }) else { return named }
    throw .notFound("There is no member with this id.", at: input.path(of: "recipientIds") + ["\(unknown)"])
  }
}
