import Planning
import SQL

/// `Notification` (REQ-NOT-001…004): each member sees its own, until it removes them.
enum Notification: EntityType {
  enum Column: String, ColumnName {
    case kind, title, body
    case recipientID = "recipient_id"
    case studentID = "student_id"
    case assignmentID = "assignment_id"
    case joinRequestID = "join_request_id"
    case createdAt = "created_at"
    case readAt = "read_at"
    case deletedAt = "deleted_at"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("notifications_assignment", ["assignmentId"]),
    .notFound("notifications_recipient", ["recipientIds"]),
    .notFound("notifications_student", ["assignmentId"]),
    .unreachable("notifications_join_request", "the request was made or read by the same transaction, which holds the family"),
    .unreachable("notifications_title_check", "the input has 1 to 300 characters, and names that the server puts into titles at most 200"),
    .unreachable("notifications_body_check", "the input has 1 to 3,000 characters, and bodies that the server writes fewer"),
    .unreachable("notifications_kind_check", "the server writes the kind"),
    .unreachable("notifications_check", "the server writes both days of an overdue notice"),
    .unreachable("notifications_step", "tell_parents() writes the step, with the enrolment"),
    .unreachable("notifications_enrolment", "the step or the message is of the enrolment, and holds the family"),
    .unreachable("notifications_once", "overdue_checks lets one process look at a time, and skips those that are there"),
  ]

  static let entity = Entity<Viewer>(
    "Notification", table: "notifications", scope: .family, visibility: .ownNotifications, extent: .unbounded,
    quota: Quota(rows: 100_000, bytes: 24 << 20),
    order: [.descending("created_at")],
    stored: [
      .family: ["id", "kind", "title", "body", "student", "assignment", "joinRequest", "dismissal", "createdAt", "readAt"]
    ])
}

extension Visibility where Viewer == Domain.Viewer {
  /// The viewer's own notifications, but those that it has removed (REQ-NOT-016, 017).
  static var ownNotifications: Visibility {
    own("recipient_id", of: .memberID) { row in "\(row["deleted_at"]) IS NULL" }
  }

  /// The rows that are the viewer's as a member.
  static var ownRows: Visibility { own("member_id", of: .memberID) }
}
