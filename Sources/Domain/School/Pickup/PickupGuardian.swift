import Planning
import SQL

/// A person who may collect a student, or is barred from it. No object of the family shows it.
enum PickupGuardian: EntityType {
  enum Column: String, ColumnName {
    case enrolmentID = "enrolment_id"
    case memberID = "member_id"
    case isBarred = "is_barred"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("pickup_guardians_enrolment", "written with the enrolment, or while the family is locked"),
    .unreachable("pickup_guardians_member", "written with the member, or while the family is locked"),
    .unreachable("pickup_guardians_name", "copied from the member, which has the same bounds"),
    .unreachable("pickup_guardians_proposed_name", "copied from the member, which has the same bounds"),
    .unreachable("pickup_guardians_once", "written once for a member of an enrolment, or changed where it is there"),
  ] + ConstraintRule.copied(to: "pickup_guardians")

  static let entity = Entity<Viewer>(
    "PickupGuardian", table: "pickup_guardians", scope: .family, visibility: .wholeScope, extent: .unbounded)

  /// Whether a school has barred the viewer from the student of an enrolment.
  /// - Parameter enrolment: the column of the row that has the enrolment's id.
  static func isBarred(_ row: RowReference<Viewer>, by enrolment: String = "enrolment_id") -> SQL {
    """
    EXISTS (SELECT 1 FROM pickup_guardians barred WHERE barred.family_id = \(row.viewer(.familyID)) \
    AND barred.enrolment_id = \(row[enrolment]) AND barred.member_id = \(row.viewer(.memberID)) AND barred.is_barred)
    """
  }

  /// Whether the pickups of another student are hidden from a student: a parent whom the school has barred may know its password.
  static func isGuarded(_ row: RowReference<Viewer>, by enrolment: String = "enrolment_id") -> SQL {
    """
    EXISTS (SELECT 1 FROM pickup_guardians barred JOIN enrolments guarded ON guarded.family_id = \(row.viewer(.familyID)) \
    AND guarded.id = barred.enrolment_id AND guarded.student_id <> \(row.viewer(.memberID)) \
    WHERE barred.family_id = \(row.viewer(.familyID)) AND barred.enrolment_id = \(row[enrolment]) AND barred.is_barred)
    """
  }

  /// Whether the viewer, of whatever class, may not see the pickups of an enrolment.
  static func isHidden(_ row: RowReference<Viewer>, by enrolment: String = "enrolment_id") -> SQL {
    "(\(isBarred(row, by: enrolment)) OR \(row.viewer(.role)) = 'STUDENT' AND \(isGuarded(row, by: enrolment)))"
  }

  /// Whether a school has barred the viewer from any student of the family.
  static func isBarredFromAny(_ row: RowReference<Viewer>) -> SQL {
    """
    EXISTS (SELECT 1 FROM pickup_guardians barred WHERE barred.family_id = \(row.viewer(.familyID)) \
    AND barred.member_id = \(row.viewer(.memberID)) AND barred.is_barred)
    """
  }
}
