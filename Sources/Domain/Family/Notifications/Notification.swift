import Planning
import SQL

/// `Notification` (REQ-NOT-001…004): each member sees its own, until it removes them.
enum Notification: EntityType {
  enum Column: String, ColumnName {
    case kind, event, arguments, title, body
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
    .unreachable("notifications_title_check", "the input has 1 to 300 characters"),
    .unreachable("notifications_body_check", "the input has 1 to 3,000 characters, and messages of schools fewer"),
    .unreachable("notifications_arguments", "the server writes an object of names, titles and texts, which have their own bounds"),
    .unreachable("notifications_words", "the server writes the event"),
    .unreachable("notifications_kind_check", "the server writes the kind"),
    .unreachable("notifications_check", "the server writes both days of an overdue notice"),
    .unreachable("notifications_enrolment", "the event or the message is of the enrolment, and holds the family"),
    .unreachable("notifications_of_reminder", "send_reminders() skips those that are there"),
    .unreachable("notifications_once", "overdue_checks lets one process look at a time, and skips those that are there"),
  ]

  static let entity = Entity<Viewer>(
    "Notification", table: "notifications", scope: .family, visibility: .ownNotifications, extent: .unbounded,
    quota: Quota(rows: 100_000, bytes: 24 << 20),
    order: [.descending("created_at")],
    stored: [
      .family: ["id", "kind", "student", "assignment", "joinRequest", "dismissal", "createdAt", "readAt"]
    ],
    resolvers: [
      "event": .expression(.text, access: .family) { row, _ in event(of: row) },
      "arguments": .toOne(foreignKey: "id", access: .family),
      "title": .expression(.text, access: .family) { row, _ in words(.title, of: row, in: readerLanguage(row)) },
      "body": .expression(.text, access: .family) { row, _ in words(.body, of: row, in: readerLanguage(row)) },
    ]
  ).replaced { $0 == .account ? AccountNotification.seen(as: "Notification") : nil }

  /// The event; that of the kind for a row of an earlier server.
  static func event(of row: RowReference<Viewer>) -> SQL { "coalesce(\(row["event"]), \(row["kind"]))" }

  /// The title or the body: the stored words, or those of the event in a language.
  ///
  ///     coalesce(notifications.title, notice_title(coalesce(notifications.event, notifications.kind), notifications.arguments, …))
  static func words(_ part: NoticeText.Part, of row: RowReference<Viewer>, in language: SQL) -> SQL {
    """
    coalesce(\(row[part.rawValue]), \
    \(identifier: "notice_\(part.rawValue)")(\(event(of: row)), \(row["arguments"]), \(language)))
    """
  }

  /// The viewer's language, which one statement reads once: each member sees its own notifications.
  private static func readerLanguage(_ row: RowReference<Viewer>) -> SQL {
    "(SELECT own.language FROM members own WHERE own.family_id = \(row.viewer(.familyID)) AND own.id = \(row.viewer(.memberID)))"
  }

  static func recipientLanguage(of row: RowReference<Viewer>) -> SQL {
    "(SELECT own.language FROM members own WHERE own.family_id = \(row["family_id"]) AND own.id = \(row["recipient_id"]))"
  }
}

/// `NotificationArguments`: the names and texts of a notification's event, of the same row.
enum NotificationArguments: EntityType {
  static let entity = Entity<Viewer>(
    "NotificationArguments", table: "notifications", scope: .family, visibility: .ownNotifications, extent: .unbounded,
    resolvers: [
      "student": argument(.student), "assignment": argument(.assignment), "person": argument(.person),
      "recipient": argument(.recipient), "reason": argument(.reason), "message": argument(.message),
      "dueDate": .expression(.date, access: .family) { row, _ in
        "coalesce(\(row["due_date"]), (\(row["arguments"])::jsonb ->> 'dueDate')::date)"
      },
      "time": argument(.time), "school": argument(.school), "title": argument(.title),
    ]
  ).replaced { $0 == .account ? AccountNotification.seen(as: "NotificationArguments") : nil }

  private static func argument(_ argument: NoticeArgument) -> Resolver<Viewer> {
    .expression(.text, access: .family) { row, _ in "\(row["arguments"])::jsonb ->> \(unescaped: "'\(argument.rawValue)'")" }
  }
}

extension Visibility where Viewer == Domain.Viewer {
  /// The viewer's own notifications, but those that it has removed (REQ-NOT-016, 017).
  static var ownNotifications: Visibility {
    own("recipient_id", of: .memberID) { row in "\(row["deleted_at"]) IS NULL" }
  }

  /// The rows that are the viewer's as a member.
  static var ownRows: Visibility { own("member_id", of: .memberID) }
}
