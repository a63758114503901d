import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `Invitation` (REQ-FAM-003). Its code is nowhere, and its hash is nobody's to see.
  static var invitation: Entity {
    Entity(
      "Invitation", table: "invitations", scope: .family, visibility: .parents, extent: .unbounded,
      quota: Quota(rows: 5_000, bytes: 1 << 20),
      order: [.ascending("created_at")],
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "role": .column("role", .text, access: .family),
        "student": .toOne(foreignKey: "student_id", access: .family),
        "status": .expression(.text, access: .family) { row, _ in
          "invitation_state(\(row["used_at"]), \(row["revoked_at"]), \(row["expires_at"]))"
        },
        "expiresAt": .column("expires_at", .timestamptz, access: .family),
        "createdAt": .column("created_at", .timestamptz, access: .family),
      ])
  }
}
