import Planning
import SQL

/// `Question` (REQ-CURR-013).
enum Question: WritableType {
  enum Column: String, ColumnName {
    case position
    case assignmentID = "assignment_id"
    case createdAt = "created_at"
  }

  static let entity = Entity<Viewer>(
    "Question", table: "questions", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 50_000, bytes: 24 << 20),
    order: [.ascending("position"), .ascending("created_at")],
    stored: [.family: ["id", "prompt", "position", "assignment", "createdAt", "updatedAt", "version"]])
}
