import Planning
import SQL

/// `SchoolPlace` (BG-04): a place of the viewer itself.
enum SchoolPlace: EntityType {
  enum Column: String, ColumnName {
    case name
    case accountID = "account_id"
    case schoolID = "school_id"
  }

  static let entity = Entity<Viewer>(
    "SchoolPlace", table: "school_staff", scope: .account,
    visibility: .wholeScope, extent: .small, order: [.ascending("created_at")],
    stored: [.signedIn: ["role", "name", "createdAt"]],
    resolvers: [
      "schoolId": .column("school_id", .uuid, access: .signedIn),
      "school": .toOne(foreignKey: "school_id", access: .signedIn),
      "classIds": .expression(.uuidArray, access: .signedIn) { place, _ in
        """
        ARRAY(SELECT taught.class_id FROM school_staff_classes taught WHERE taught.account_id = \(place.viewer(.accountID)) \
        AND taught.school_id = \(place["school_id"]) AND taught.staff_id = \(place["id"]) ORDER BY taught.class_id)
        """
      },
    ])
}
