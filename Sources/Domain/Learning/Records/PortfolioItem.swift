import Planning
import SQL

/// `PortfolioItem` (REQ-VIEW-001).
enum PortfolioItem: WritableType {
  enum Column: String, ColumnName {
    case studentID = "student_id"
  }

  static let entity = Entity<Viewer>(
    "PortfolioItem", table: "portfolio_items", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 20_000, bytes: 12 << 20),
    order: [.descending("date")],
    stored: [.family: ["id", "title", "date", "note", "link", "student", "createdAt", "updatedAt", "version"]],
    cascades: ["student"],
    resolvers: ["files": .toMany(through: FileUse.self, from: .portfolioItemID, to: .fileID, access: .family)])
}
