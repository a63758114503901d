import Planning
import SQL

/// `Task` (ME-02, ME-03).
enum FamilyTask: WritableType {
  enum Column: String, ColumnName {
    case id, title, text, priority, frequency
    case dueDate = "due_date"
    case dueTime = "due_time"
    case timeZone = "time_zone"
    case categoryID = "category_id"
    case memberID = "member_id"
    case doneAt = "done_at"
    case doneByID = "done_by_id"
  }

  static let constraints: [ConstraintRule] =
    [
      .unreachable("tasks_due", "SeriesSchedule looks at the day and the time"),
      .unreachable("tasks_recurrence", "SeriesSchedule writes the columns of a rule together"),
      .unreachable("tasks_by_day", "the input has the same bounds"),
      .unreachable("tasks_by_month_day", "the input has the same bounds"),
      .unreachable("tasks_by_month", "the input has the same bounds"),
      .unreachable("tasks_by_set_pos", "the input has the same bounds"),
    ]

  static let entity = Entity<Viewer>(
    "Task", table: "tasks", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 20_000, bytes: 16 << 20), order: [.ascending("due_date"), .ascending("due_time")],
    stored: [
      .family: [
        "id", "title", "text", "dueDate", "dueTime", "timeZone", "priority", "category", "member", "doneAt", "createdAt", "updatedAt", "version",
      ]
    ],
    resolvers: [
      "doneBy": .toOne(foreignKey: "done_by_id", access: .family),
      "recurrence": .toOne(foreignKey: "id", access: .family),
      "reminders": .toMany(key: "task_id", access: .family),
    ])
}
