import Planning
import Domain

/// `Allergy`.
enum Allergy: WritableType {
  static let constraints = ConstraintRule.ofEnrolments("allergies")

  static let entity = Entity<Viewer>(
    "Allergy", table: "allergies", scope: .family, visibility: .pickups, extent: .unbounded,
    quota: Quota(rows: 1_000, bytes: 1 << 20), order: [.ascending("name")],
    stored: [.family: ["id", "enrolment", "name", "advice", "createdAt", "updatedAt", "version"]])
}

/// `ClassAllergy`: the same as the staff of the student's class see it.
enum ClassAllergy: EntityType {
  static let entity = Entity<Viewer>(facet: "ClassAllergy", of: Allergy.entity, in: .enrolment)
}
