import Planning
import SQL

/// `PickupRecord`: a row that a school keeps when the family has ended or deleted an enrolment. See
/// migrations/0065_school_records.sql.
enum PickupRecord: EntityType {
  static let entity = Entity<Viewer>(
    "PickupRecord", table: "pickup_records", scope: .classStaff, visibility: .wholeScope, extent: .unbounded,
    order: [.descending("happened_at")], isVersioned: false,
    stored: [
      .staff: [
        "kind", "studentName", "studentNumber", "className", "personName", "day", "requestedAt", "requestedBy", "readyAt", "readyBy",
        "confirmedAt", "confirmedBy", "handedTo", "cancelledAt", "cancelledBy", "happenedAt", "createdAt",
      ]
    ],
    resolvers: [
      "state": .expression(.text, access: .staff) { row, _ in "CASE WHEN \(row["kind"]) = 'DISMISSAL' THEN \(row["state"]) END" },
      "notice": .expression(.text, access: .staff) { row, _ in "CASE WHEN \(row["kind"]) = 'NOTICE' THEN \(row["state"]) END" },
    ])
}
