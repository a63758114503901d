import Planning
import SQL

/// `StudyTime`.
enum StudyTime: WritableType {
  enum Column: String, ColumnName {
    case courseID = "course_id"
  }

  static let entity = Entity<Viewer>(
    "StudyTime", table: "study_times", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 50_000, bytes: 8 << 20),
    order: [.descending("date")],
    stored: [.family: ["id", "student", "course", "date", "minutes", "note", "createdAt", "updatedAt", "version"]],
    cascades: ["student"])
}
