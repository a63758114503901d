import Planning
import SQL

/// `StaffInvitation` (BG-04). The database does not store its code, and no viewer sees its hash.
enum StaffInvitation: WritableType {
  enum Column: String, ColumnName {
    case id
    case revokedAt = "revoked_at"
  }

  static let rules = WriteRules(transitions: [
    "revoke": Transition(
      [set(.revokedAt, sql: "coalesce(revoked_at, now())")], where: { "\($0["used_at"]) IS NULL" },
      otherwise: "This invitation was used: remove the person instead.")
  ])

  static let constraints: [ConstraintRule] = [
    .notFound("staff_invitations_school", ["schoolId"]),
    .unreachable("staff_invitations_role", "an enum of the input has the values"),
    .unreachable("staff_invitations_classes", "refused before: only a teacher has classes, at most 20"),
  ]

  static let entity = Entity<Viewer>(
    "StaffInvitation", table: "staff_invitations", scope: .administration, visibility: .wholeScope, extent: .unbounded,
    order: [.ascending("created_at")],
    stored: [.staff: ["id", "role", "expiresAt", "createdAt"]],
    resolvers: [
      "classIds": .column("class_ids", .uuidArray, access: .staff),
      "status": .expression(.text, access: .staff) { row, _ in
        Invitation.state(of: row, until: expiry)
      },
    ])

  /// An invitation to a school that the viewer administers lapses.
  private static let expiry = Boundary.next("expires_at", of: "staff_invitations", in: .administration)
}
