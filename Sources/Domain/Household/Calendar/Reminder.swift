import Planning
import SQL

/// `Reminder` (ME-06). `send_reminders()` of the database sends them.
enum Reminder: WritableType {
  enum Column: String, ColumnName {
    case id
    case eventID = "event_id"
    case taskID = "task_id"
    case assignmentID = "assignment_id"
    case bookingID = "booking_id"
    case memberID = "member_id"
    case minutesBefore = "minutes_before"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("reminders_item", "createReminder sets one of the four"),
    .unreachable("reminders_event", "the event was found by the same transaction, which holds the family"),
    .unreachable("reminders_task", "the task was found by the same transaction, which holds the family"),
    .unreachable("reminders_assignment", "the assignment was found by the same transaction, which holds the family"),
    .unreachable("reminders_booking", "the booking was found by the same transaction, which holds the family"),
    .notFound("reminders_member", ["memberId"]),
  ]

  static let entity = Entity<Viewer>(
    "Reminder", table: "reminders", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 10_000, bytes: 2 << 20), order: [.ascending("minutes_before")],
    stored: [.family: ["id", "minutesBefore", "member", "createdAt", "updatedAt", "version"]])
}
