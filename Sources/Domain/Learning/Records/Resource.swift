import Planning
import SQL

/// `Resource` (REQ-VIEW-002).
enum Resource: WritableType {
  enum Column: String, ColumnName {
    case subjectID = "subject_id"
  }

  static let entity = Entity<Viewer>(
    "Resource", table: "resources", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 10_000, bytes: 8 << 20),
    order: [.ascending("title")],
    stored: [.family: ["id", "title", "link", "note", "subject", "createdAt", "updatedAt", "version"]])
}
