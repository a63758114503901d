package import Planning
import SQL

extension ExportedTable where Viewer == School.Viewer {
  /// All tables of accounts, every column of them, and what the account's member has alone.
  package static func ofAccount(_ map: EntityMap<School.Viewer>) -> [ExportedTable] {
    let account = RowScope<School.Viewer>(column: "account_id", attribute: .accountID)
    return [
      ExportedTable(
        "accounts", scope: RowScope(column: "id", attribute: .accountID),
        columns: ["id", "name", "email", "chosen_role", "disabled_at", "created_at", "updated_at", "version"]),
      ExportedTable("identities", scope: account, columns: ["id", "provider", "subject", "created_at"]),
      ExportedTable("sessions", scope: account, columns: ["id", "created_at", "expires_at", "ended_at"]),
      ExportedTable(
        "refresh_tokens", scope: account, columns: ["id", "session_id", "created_at", "expires_at", "used_at"],
        omitting: ["token_hash": "is of what continues a session"]),
      ExportedTable(
        "join_requests", from: "own_join_requests()", scope: account,
        columns: ["id", "name", "email", "state", "created_at", "expires_at", "updated_at"]),
      ExportedTable(
        "members", scope: .family,
        columns: [
          "id", "family_id", "role", "name", "email", "push_notifications", "week_start", "created_at", "updated_at",
          "version",
        ], where: { "\($0["id"]) = \($0.viewer(.memberID))" }),
    ] + own("member_id", in: "devices", map) + own("recipient_id", in: "notifications", map)
  }
}
