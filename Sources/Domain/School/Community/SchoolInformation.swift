import Planning
import SQL

/// `SchoolInformation` (TT-07).
enum SchoolInformation: WritableType {
  static let entity = Entity<Viewer>(
    "SchoolInformation", table: "school_information", scope: .community, visibility: .wholeScope, extent: .unbounded,
    order: [.ascending("position"), .ascending("title")],
    stored: [
      .schoolPeople: ["id", "section", "title", "text", "position", "school", "createdAt", "updatedAt", "version"]
    ])

  /// The condition of `School.information`.
  static func isListed(_ row: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    arguments.isGiven("section") ? "\(row["section"]) = \(arguments.value("section", as: .text))" : nil
  }
}
