import Planning

/// `SchoolNotice` (BG-05): what the staff of a student's class are told.
enum SchoolNotice: EntityType {
  static let entity = Entity<Viewer>(
    "SchoolNotice", table: "school_notices", scope: .pickupStaff, visibility: .wholeScope, extent: .unbounded,
    order: [.descending("created_at")], isVersioned: false,
    stored: [.staff: ["id", "kind", "personName", "createdAt"]],
    resolvers: [
      "student": .toOne(foreignKey: "enrolment_id", access: .staff),
      "schoolClass": .toOne(foreignKey: "class_id", access: .staff),
    ])
}

/// The same rows, as the changes of a family write them.
enum NewSchoolNotice: EntityType {
  enum Column: String, ColumnName {
    case kind
    case enrolmentID = "enrolment_id"
    case personName = "person_name"
    case createdAt = "created_at"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("school_notices_enrolment", ["studentIds"]),
    .unreachable("school_notices_kind", "the server writes the kind"),
    .unreachable("school_notices_person", "copied from a member, which has the same bounds"),
  ] + ConstraintRule.copied(to: "school_notices")

  static let entity = Entity<Viewer>(
    "NewSchoolNotice", table: "school_notices", scope: .family, visibility: .wholeScope, extent: .unbounded,
    isVersioned: false)
}
