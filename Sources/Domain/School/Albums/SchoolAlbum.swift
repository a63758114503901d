import GraphQL
import Planning
import SQL

/// `SchoolAlbum` (TT-10).
enum SchoolAlbum: WritableType {
  enum Column: String, ColumnName {
    case id
    case schoolID = "school_id"
  }

  static let rules = WriteRules(beforeDelete: SchoolPicture.refuseRemoved)

  static let constraints: [ConstraintRule] = [.audience(of: "school_albums")]

  static let entity = Entity<Viewer>(
    "SchoolAlbum", table: "school_albums", scope: .audience, visibility: .wholeScope, extent: .unbounded, order: [.descending("created_at")],
    stored: [.schoolPeople: ["id", "title", "date", "school", "createdAt", "updatedAt", "version"]],
    resolvers: [
      "grades": .column("grades", .textArray, access: .schoolPeople),
      "classIds": .column("class_ids", .uuidArray, access: .schoolPeople),
    ])
}
