package import Planning
import SQL

extension ExportedTable where Viewer == School.Viewer {
  /// All tables of accounts, every column of them, and the rows of its family that the account's member alone sees. What
  /// objects show and mutations name is handed out by itself; here stand the other columns.
  package static func ofAccount(_ map: EntityMap<School.Viewer>) -> [ExportedTable] {
    let account = RowScope<School.Viewer>(column: "account_id", attribute: .accountID)
    return map.exportedTables(
      of: .accountID,
      except: [
        ExportedTable(
          "accounts", scope: RowScope(column: "id", attribute: .accountID), columns: ["disabled_at"]),
        ExportedTable(
          "account_versions", key: "account_id", scope: account, columns: ["version"],
          omitting: ["stamp": "is random", "changed_in": "is the database's"]),
        ExportedTable("identities", scope: account, columns: ["created_at"]),
        ExportedTable("sessions", scope: account, columns: ["created_at"]),
        ExportedTable(
          "refresh_tokens", scope: account, columns: ["created_at"],
          omitting: ["token_hash": "is of what continues a session"]),
        ExportedTable(
          "join_requests", from: "own_join_requests()", scope: account,
          columns: ["id", "name", "email", "state", "created_at", "expires_at", "updated_at"]),
      ]) + map.ownRows(of: ofFamily(map), .memberID)
  }
}
