import Planning

/// `SchoolClass` (BG-03): seen by all people of the school.
enum SchoolClass: EntityType {
  enum Column: String, ColumnName {
    case id, name, grade, version
    case schoolID = "school_id"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("school_classes_school", ["schoolId"]),
    .conflict("school_classes_name", ["name"], "The school has a class of this name: take another name."),
    .unreachable("school_classes_names", "the input has the same bounds"),
    .unreachable("school_classes_grade", "the input has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "SchoolClass", table: "school_classes", scope: .school, visibility: .wholeScope, extent: .small,
    order: [.ascending("name")],
    stored: [.schoolPeople: ["id", "name", "grade", "school", "createdAt", "updatedAt", "version"]])
}
