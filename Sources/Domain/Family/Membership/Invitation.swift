import Planning
import SQL

/// `Invitation` (REQ-FAM-003). The database does not store its code, and no viewer sees its hash.
enum Invitation: EntityType {
  enum Column: String, ColumnName {
    case id, role
    case studentID = "student_id"
    case codeHash = "code_hash"
    case expiresAt = "expires_at"
    case usedAt = "used_at"
    case revokedAt = "revoked_at"
    case consentedBy = "consented_by"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("invitations_student", ["studentId"]),
    .unreachable("invitations_check", "refused before: only an invitation of a student is for a profile"),
    .unreachable("invitations_consent", "copied from the parent, whose name has at most 200 characters"),
    .unreachable("invitations_code_hash_check", "a SHA-256 has 32 bytes"),
    .unreachable("invitations_role_check", "an enum of the input has the values"),
  ]

  static let entity = Entity<Viewer>(
    "Invitation", table: "invitations", scope: .family, visibility: .parents, extent: .unbounded,
    quota: Quota(rows: 5_000, bytes: 1 << 20),
    order: [.ascending("created_at")],
    stored: [.family: ["id", "role", "student", "expiresAt", "createdAt"]],
    resolvers: [
      "status": .expression(.text, access: .family) { row, _ in
        state(of: row, until: expiry)
      }
    ])

  /// An invitation of the family lapses.
  private static let expiry = Boundary.next("expires_at", of: "invitations", in: .family)

  /// `InvitationStatus` of a row that has been used, revoked or neither.
  static func state(of row: RowReference<Viewer>, until expiry: Boundary) -> SQL {
    """
    \(unescaped: "invitation_state", reading: .clock(expiry))(\(row["used_at"]), \(row["revoked_at"]), \(row["expires_at"]))
    """
  }
}
