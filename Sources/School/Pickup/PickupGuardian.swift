import Planning

/// A person who may collect a student, or is barred from it. No object of the family shows it.
enum PickupGuardian: EntityType {
  enum Column: String, ColumnName {
    case enrolmentID = "enrolment_id"
    case memberID = "member_id"
    case isBarred = "is_barred"
  }

  static let entity = Entity<Viewer>(
    "PickupGuardian", table: "pickup_guardians", scope: .family, visibility: .wholeScope, extent: .unbounded)
}
