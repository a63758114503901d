import Planning
import SQL

/// `SchoolStaffMember` (BG-04): the place of an account at a school, as administrators see it.
enum SchoolStaffMember: EntityType {
  static let constraints: [ConstraintRule] = [
    .notFound("school_staff_school", ["schoolId", "code"]),
    .unreachable("school_staff_account", "a change holds the row of its account"),
    .conflict("school_staff_account_once", ["code"], "You work at this school already: an administrator changes roles and classes."),
    .unreachable("school_staff_own", "the columns of the key are among its own"),
    .unreachable("school_staff_name", "the input, or the account, has the same bounds"),
    .unreachable("school_staff_role", "an enum of the input has the values"),
  ]

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
