import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `Notification` (REQ-NOT-001…004): each member sees its own, until it removes them.
  static var notification: Entity {
    Entity(
      "Notification", table: "notifications", scope: .family, visibility: .ownNotifications, extent: .unbounded,
      quota: Quota(rows: 100_000, bytes: 24 << 20),
      order: [.descending("created_at")],
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "kind": .column("kind", .text, access: .family),
        "title": .column("title", .text, access: .family),
        "body": .column("body", .text, characters: 3_000, access: .family),
        "student": .toOne(foreignKey: "student_id", access: .family),
        "assignment": .toOne(foreignKey: "assignment_id", access: .family),
        "joinRequest": .toOne(foreignKey: "join_request_id", access: .family),
        "createdAt": .column("created_at", .timestamptz, access: .family),
        "readAt": .column("read_at", .timestamptz, access: .family),
      ])
  }
}

extension Visibility where Viewer == School.Viewer {
  /// The viewer's own notifications, but those that it has removed (REQ-NOT-016, 017).
  static var ownNotifications: Visibility {
    Visibility { _, row in
      "\(row["recipient_id"]) = \(row.viewer(.memberID)) AND \(row["deleted_at"]) IS NULL"
    }
  }

  /// The rows that are the viewer's as a member.
  static var ownRows: Visibility {
    Visibility { _, row in "\(row["member_id"]) = \(row.viewer(.memberID))" }
  }
}
