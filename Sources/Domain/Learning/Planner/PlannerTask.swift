import Planning
import SQL

/// `PlannerTask` (REQ-PLAN-007…010).
enum PlannerTask: WritableType {
  enum Column: String, ColumnName {
    case date, time
    case studentID = "student_id"
  }

  static let entity = Entity<Viewer>(
    "PlannerTask", table: "planner_tasks", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 50_000, bytes: 16 << 20),
    order: [.ascending("date"), .ascending("time")],
    stored: [
      .family: ["id", "title", "date", "time", "color", "notes", "student", "createdAt", "updatedAt", "version"]
    ], cascades: ["student"])
}
