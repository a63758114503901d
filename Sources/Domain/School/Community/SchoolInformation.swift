import Planning
import SQL

/// `SchoolInformation` (TT-07).
enum SchoolInformation: WritableType {
  static let rules = WriteRules(further: SchoolLink.values, following: ("fileIds", SchoolFileUse.use))

  static let constraints: [ConstraintRule] = [.unreachable("school_information_links", "the input has the same bounds")]

  static let entity = Entity<Viewer>(
    "SchoolInformation", table: "school_information", scope: .community, visibility: .wholeScope, extent: .unbounded,
    order: [.ascending("position"), .ascending("title")],
    stored: [
      .schoolPeople: ["id", "section", "title", "text", "position", "school", "createdAt", "updatedAt", "version"]
    ],
    resolvers: [
      "links": .toMany(key: "information_id", access: .schoolPeople),
      "files": .toMany(through: SchoolFileUse.self, from: .informationID, to: .fileID, access: .schoolPeople).reading(File.ofSchool),
    ])

  /// The condition of `School.information`.
  static func isListed(_ row: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    arguments.isGiven("section") ? "\(row["section"]) = \(arguments.value("section", as: .text))" : nil
  }
}
