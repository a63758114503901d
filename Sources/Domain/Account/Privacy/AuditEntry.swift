import Planning
import SQL

/// `AuditEntry`: written by triggers of the tables whose types are `@audited`; there is no mutation of it.
enum AuditEntry: EntityType {
  static let entity = Entity<Viewer>(
    "AuditEntry", table: "audit_entries", scope: .family, visibility: .parents, extent: .unbounded,
    quota: Quota(rows: 200_000, bytes: 64 << 20),
    order: [.descending("created_at")], isVersioned: false,
    stored: [
      .family: [
        "id", "action", "createdAt", "actor", "actorName", "actorRole", "member", "memberName", "memberRole",
        "previousMemberRole", "assignment", "assignmentTitle", "pointsAwarded", "pointsPossible",
        "previousPointsAwarded", "previousPointsPossible", "previousMember", "previousMemberName", "courseName",
        "previousCourseName",
      ]
    ],
    resolvers: [
      "valuesBefore": .expression(.json, access: .family) { entry, _ in "\(entry["values_before"])::json" },
      "valuesAfter": .expression(.json, access: .family) { entry, _ in "\(entry["values_after"])::json" },
    ])
}
