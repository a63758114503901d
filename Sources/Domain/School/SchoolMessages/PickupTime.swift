import Planning
import SQL

/// `PickupTime` (BG-11): a time of the week at which a student is picked up.
enum PickupTime: WritableType {
  static let constraints = ConstraintRule.ofEnrolments("pickup_times")

  static let entity = Entity<Viewer>(
    "PickupTime", table: "pickup_times", scope: .family, visibility: .pickups, extent: .unbounded,
    quota: Quota(rows: 500, bytes: 1 << 20), order: [.ascending("time")],
    stored: [.family: ["id", "enrolment", "time", "note", "createdAt", "updatedAt", "version"]],
    resolvers: ["days": .column("days", .textArray, access: .family)])
}

/// `ClassPickupTime` (BG-11): the same as the staff of the student's class see it.
enum ClassPickupTime: EntityType {
  static let entity = Entity<Viewer>(facet: "ClassPickupTime", of: PickupTime.entity, in: .enrolment)
}
