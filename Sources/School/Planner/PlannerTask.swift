import Planning
import SQL

/// `PlannerTask` (REQ-PLAN-007…010).
enum PlannerTask: EntityType {
  enum Column: String, ColumnName {
    case studentID = "student_id"
  }

  static let entity = Entity<Viewer>(
    "PlannerTask", table: "planner_tasks", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 50_000, bytes: 16 << 20),
    order: [.ascending("date"), .ascending("time")],
    stored: [
      .family: ["id", "title", "date", "time", "color", "notes", "student", "createdAt", "updatedAt", "version"]
    ], characters: ["notes": 10_000])

  static let mutations = EntityMutations(
    of: entity, name: "plannerTask",
    values: { input throws(MutationFailure) in
      try input.text("title", "title", characters: 1...500, isRequired: true)
        + input.value("date", "date", .date, input.date("date"), isRequired: true)
        + input.value("time", "time", .time, input.time("time"))
        + input.value("color", "color", .text, input.color("color"), isRequired: true)
        + input.text("notes", "notes", characters: 0...10_000, lines: .many)
        + input.reference("studentId", "student_id")
    }, references: ["planner_tasks_student": "studentId"])
}
