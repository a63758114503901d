import Planning
import SQL

/// A notification to an account that is in no family, such as a provider. The schema shows it as `Notification`.
enum AccountNotification: EntityType {
  enum Column: String, ColumnName {
    case id
    case createdAt = "created_at"
    case readAt = "read_at"
    case deletedAt = "deleted_at"
  }

  static let entity = Entity<Viewer>(
    "AccountNotification", table: "account_notifications", scope: .account,
    visibility: Visibility { _, row in "\(row["deleted_at"]) IS NULL" }, extent: .unbounded, order: [.descending("created_at")])

  /// The rows with the columns of `notifications`.
  static func seen(as typeName: String) -> Entity<Viewer> {
    Entity(
      view: typeName, named: "account_notices", key: "id", scope: .account, order: [.descending("created_at")], stored: [:]
    ) { viewer in
      """
      SELECT own.account_id, own.id, own.kind, own.event, own.arguments, NULL::text AS title, NULL::text AS body, \
      NULL::uuid AS student_id, NULL::uuid AS assignment_id, NULL::uuid AS join_request_id, NULL::uuid AS dismissal_id, \
      NULL::date AS due_date, own.created_at, own.updated_at, own.read_at, own.version FROM account_notifications own \
      WHERE own.account_id = \(viewer(.accountID)) AND own.deleted_at IS NULL
      """
    }
  }
}
