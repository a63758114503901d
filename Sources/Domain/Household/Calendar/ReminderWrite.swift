import Planning
import SQL

extension Resolver where Viewer == Domain.Viewer {
  /// Adds a reminder of a task, an event, an assignment or a booking: the viewer's own, unless it names another member.
  static func createReminder(_ declared: DeclaredWrite<Viewer>) -> Resolver {
    .mutation(access: declared.access) { [write = declared.write] input, rows throws(MutationFailure) in
      let write = try write(input, rows.viewer)
      let item = try await ReminderItem.found(try input.requiredID("itemId"), rows)
      let member: SQLValue = try input.id("memberId").map { .uuid($0) } ?? rows.viewer.value(of: .memberID)
      return try await write.adding({ () throws(MutationFailure) in
        guard let item else { throw input.notFound("itemId") }
        try item.check(input)
        return [Reminder.set(item.column, .uuid(item.id)), Reminder.set(.memberID, member)]
      }).run(rows)
    }
  }

  /// Changes the minutes of a reminder.
  static func updateReminder(_ declared: DeclaredWrite<Viewer>) -> Resolver {
    .mutation(access: declared.access) { [write = declared.write] input, rows throws(MutationFailure) in
      let write = try write(input, rows.viewer)
      let id = try input.requiredID("id")
      let known = try await rows.found(Reminder.self, columns: [.eventID, .taskID, .assignmentID, .bookingID]) { "\($0[.id]) = \(bind: .uuid(id))" }
      guard known.count == 1, let itemID = (0..<4).compactMap({ known.uuid(row: 0, column: $0) }).first else {
        return try await write.run(rows)
      }
      let item = try await ReminderItem.found(itemID, rows)
      return try await write.adding({ () throws(MutationFailure) in
        try item?.check(input)
        return []
      }).run(rows)
    }
  }
}

/// The event or the task that a reminder is of.
private struct ReminderItem {
  let id: UUIDValue
  let column: Reminder.Column
  let hasTime: Bool

  /// - Returns: nil for an id that no task, event, assignment or booking of the family has.
  static func found(_ id: UUIDValue, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> ReminderItem? {
    func item(_ column: Reminder.Column, _ found: Rows) -> ReminderItem? {
      guard found.count == 1 else { return nil }
      return ReminderItem(id: id, column: column, hasTime: found.withCell(row: 0, column: 1) { $0.first == 1 })
    }
    let event = try await rows.found(FamilyEvent.self, columns: [.id], computed: [{ "(\($0["time"]) IS NOT NULL)" }]) {
      "\($0[.id]) = \(bind: .uuid(id))"
    }
    if let item = item(.eventID, event) { return item }
    let task = try await rows.found(FamilyTask.self, columns: [.id], computed: [{ "(\($0["due_time"]) IS NOT NULL)" }]) {
      "\($0[.id]) = \(bind: .uuid(id))"
    }
    if let item = item(.taskID, task) { return item }
    let assignment = try await rows.found(Assignment.self, columns: [.id], computed: [{ "(\($0["due_time"]) IS NOT NULL)" }]) {
      "\($0[.id]) = \(bind: .uuid(id))"
    }
    if let item = item(.assignmentID, assignment) { return item }
    let booking = try await rows.found(Booking.self, columns: [.id], computed: [{ "(\($0["starts_at"]) IS NOT NULL)" }]) {
      "\($0[.id]) = \(bind: .uuid(id))"
    }
    return item(.bookingID, booking)
  }

  /// Refuses a reminder after the start of what has a time.
  func check(_ input: MutationInput) throws(MutationFailure) {
    guard hasTime, let minutes = try input.integer("minutesBefore"), minutes < 0 else { return }
    throw .invalid("\"minutesBefore\" must be at least 0 for what has a time.", at: input.path(of: "minutesBefore"))
  }
}
