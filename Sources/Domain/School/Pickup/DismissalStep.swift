import Planning
import SQL

/// `DismissalStep` (BG-05): a step of a dismissal as the family of the student sees it.
enum DismissalStep: EntityType {
  static let constraints: [ConstraintRule] =
    [
      .unreachable("dismissal_steps_dismissal", "a trigger copies it from the dismissal"),
      .unreachable("dismissal_steps_enrolment", "a trigger copies it from the dismissal"),
      .unreachable("dismissal_steps_kind", "a trigger writes the kind"),
      .unreachable("dismissal_steps_texts", "the dismissal has the same bounds"),
    ] + ConstraintRule.copied(to: "dismissal_steps")

  static let entity = Entity<Viewer>(
    "DismissalStep", table: "dismissal_steps", scope: .family, visibility: .pickups, extent: .unbounded,
    order: [.ascending("created_at")], isVersioned: false, stored: [.family: ["kind", "personName", "detail", "createdAt"]])
}

/// `ClassDismissalStep` (BG-05): the same as the staff of the student's class see it.
enum ClassDismissalStep: EntityType {
  static let entity = Entity<Viewer>(facet: "ClassDismissalStep", of: DismissalStep.entity, in: .enrolment)
}
