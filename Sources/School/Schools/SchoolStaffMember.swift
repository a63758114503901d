import Planning
import SQL

/// `SchoolStaffMember` (BG-04): the place of an account at a school, as administrators see it.
enum SchoolStaffMember: EntityType {
  static let entity = Entity<Viewer>(
    "SchoolStaffMember", table: "school_staff", scope: .administration, visibility: .wholeScope, extent: .small,
    order: [.ascending("name")],
    stored: [.staff: ["id", "name", "role", "createdAt", "updatedAt", "version"]],
    resolvers: [
      "classIds": .expression(.uuidArray, access: .staff) { row, _ in
        """
        ARRAY(SELECT taught.class_id FROM school_staff_classes taught WHERE taught.school_id = \(row["school_id"]) \
        AND taught.staff_id = \(row["id"]) ORDER BY taught.class_id)
        """
      }
    ])
}
