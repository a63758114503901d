import Planning
import SQL

/// `Consent` (TT-01): what a parent has agreed to for a student. Parents see those of all students, and a student its own.
enum Consent: EntityType {
  enum Column: String, ColumnName {
    case id, kind
    case familyID = "family_id"
    case studentID = "student_id"
    case givenBy = "given_by"
    case givenAt = "given_at"
    case withdrawnAt = "withdrawn_at"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("consents_student", ["studentId"]),
    .unreachable("consents_once", "a change holds the family, and changes the row that is there"),
    .unreachable("consents_kind", "an enum of the input has the values"),
    .unreachable("consents_given_by", "copied from the parent, whose name has at most 200 characters"),
  ]

  static let entity = Entity<Viewer>(
    "Consent", table: "consents", scope: .family, visibility: .consents, extent: .small,
    quota: Quota(rows: 500, bytes: 1 << 20), order: [.ascending("kind")],
    stored: [.family: ["kind", "givenBy", "givenAt", "withdrawnAt"]])

  /// Whether one of a kind counts for a student, who is a row of `members`.
  static func counts(_ kind: ConsentKind, family: SQL, student: SQL) -> SQL {
    """
    EXISTS (SELECT 1 FROM consents given WHERE given.family_id = \(family) AND given.student_id = \(student) \
    AND given.kind = \(bind: .text(kind.rawValue)) AND given.withdrawn_at IS NULL)
    """
  }
}

extension Visibility where Viewer == Domain.Viewer {
  fileprivate static var consents: Visibility {
    Visibility { viewer, row in viewer == .student ? "\(row["student_id"]) = \(row.viewer(.memberID))" : nil }
  }
}
