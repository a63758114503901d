import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `AuditEntry`: written by triggers, see migrations/0016_audit_trail.sql and later ones; there is no mutation of it.
  static var auditEntry: Entity {
    Entity(
      "AuditEntry", table: "audit_entries", scope: .family, visibility: .parents, extent: .unbounded,
      quota: Quota(rows: 200_000, bytes: 64 << 20),
      order: [.descending("created_at")], isVersioned: false,
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "action": .column("action", .text, access: .family),
        "createdAt": .column("created_at", .timestamptz, access: .family),
        "actor": .toOne(foreignKey: "actor_id", access: .family),
        "actorName": .column("actor_name", .text, access: .family),
        "actorRole": .column("actor_role", .text, access: .family),
        "member": .toOne(foreignKey: "member_id", access: .family),
        "memberName": .column("member_name", .text, access: .family),
        "memberRole": .column("member_role", .text, access: .family),
        "previousMemberRole": .column("previous_member_role", .text, access: .family),
        "assignment": .toOne(foreignKey: "assignment_id", access: .family),
        "assignmentTitle": .column("assignment_title", .text, access: .family),
        "pointsAwarded": .column("points_awarded", .numeric, access: .family),
        "pointsPossible": .column("points_possible", .numeric, access: .family),
        "previousPointsAwarded": .column("previous_points_awarded", .numeric, access: .family),
        "previousPointsPossible": .column("previous_points_possible", .numeric, access: .family),
        "courseName": .column("course_name", .text, access: .family),
        "previousCourseName": .column("previous_course_name", .text, access: .family),
      ])
  }
}
