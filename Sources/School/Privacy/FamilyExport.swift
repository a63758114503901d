package import Planning
import SQL

extension ExportedTable where Viewer == School.Viewer {
  /// All tables of families, and every column of them: what is new has to be said here, or a test fails.
  ///
  /// Only what lets somebody in, reaches a device or guards against repetition is kept back. The role that reads has no
  /// right to most of it.
  package static var ofFamily: [ExportedTable] {
    [
      ExportedTable(
        "families", key: "family_id", scope: .family,
        columns: [
          "family_id", "name", "time_zone", "join_policy", "repeats_overdue_notices", "created_at", "updated_at", "version",
        ], names: ["repeats_overdue_notices": "repeatsOverdueNotifications"],
        omitting: ["code": "lets students ask to join"]),
      ExportedTable(
        "members", scope: .family,
        columns: [
          "id", "role", "name", "email", "push_notifications", "week_start", "created_at", "updated_at", "version",
        ], omitting: ["account_id": "the account is its owner's: see exportAccount"]),
      ExportedTable(
        "subjects", scope: .family, columns: ["id", "name", "description", "created_at", "updated_at", "version"]),
      ExportedTable(
        "courses", scope: .family,
        columns: ["id", "subject_id", "name", "description", "created_at", "updated_at", "version"]),
      ExportedTable(
        "assignments", scope: .family,
        columns: [
          "id", "student_id", "course_id", "title", "instructions", "due_date", "due_time", "points_possible",
          "points_awarded", "percentage", "done_at", "created_at", "updated_at", "version",
        ], omitting: studentRole),
      ExportedTable(
        "questions", scope: .family,
        columns: ["id", "assignment_id", "prompt", "position", "created_at", "updated_at", "version"]),
      ExportedTable(
        "planner_tasks", scope: .family,
        columns: [
          "id", "title", "date", "time", "color", "notes", "student_id", "created_at", "updated_at", "version",
        ], omitting: studentRole),
      ExportedTable(
        "portfolio_items", scope: .family,
        columns: ["id", "student_id", "title", "date", "note", "link", "created_at", "updated_at", "version"],
        omitting: studentRole),
      ExportedTable(
        "resources", scope: .family,
        columns: ["id", "subject_id", "title", "link", "note", "created_at", "updated_at", "version"]),
      ExportedTable(
        "attendance_records", scope: .family,
        columns: ["id", "student_id", "date", "state", "note", "created_at", "updated_at", "version"],
        omitting: studentRole),
      ExportedTable(
        "quotes", scope: .family, columns: ["id", "text", "author", "created_at", "updated_at", "version"]),
      .notifications(), .devices(),
      ExportedTable(
        "join_requests", scope: .family,
        columns: ["id", "name", "email", "state", "created_at", "expires_at", "updated_at", "version"],
        omitting: ["account_id": "the account is its owner's"]),
      ExportedTable(
        "invitations", scope: .family,
        columns: [
          "id", "role", "student_id", "expires_at", "used_at", "revoked_at", "created_at", "updated_at", "version",
        ], omitting: ["code_hash": "is of what lets somebody in", "student_role": "says nothing"]),
      ExportedTable(
        "audit_entries", scope: .family,
        columns: [
          "id", "action", "actor_id", "actor_name", "actor_role", "member_id", "member_name", "member_role",
          "previous_member_role", "assignment_id", "assignment_title", "points_awarded", "points_possible",
          "previous_points_awarded", "previous_points_possible", "course_name", "previous_course_name",
          "invitation_id", "created_at",
        ]),
      ExportedTable(
        "used_ids", scope: .family, columns: ["id", "type", "used_at"],
        omitting: ["input_hash": "is of what was sent"]),
      ExportedTable(
        "family_usage", scope: .family, columns: ["kind", "rows", "bytes", "maximum_rows", "maximum_bytes"],
        omitting: ["id": "is the same in every family"]),
      ExportedTable(
        "overdue_checks", key: "family_id", scope: .family, columns: ["family_id", "hour", "checked_at", "notified"],
        omitting: ["process": "is the server's"]),
    ]
  }

  private static var studentRole: KeyValuePairs<String, String> { ["student_role": "says nothing: it is a constraint"] }

  /// - Parameter column: the column that is to have the viewer's member, where only those are wanted.
  static func notifications(of column: String? = nil) -> ExportedTable {
    ExportedTable(
      "notifications", scope: .family,
      columns: [
        "id", "recipient_id", "kind", "title", "body", "student_id", "assignment_id", "join_request_id", "due_date",
        "notice_date",
        "created_at", "updated_at", "read_at", "deleted_at", "version",
      ], where: own(column))
  }

  static func devices(of column: String? = nil) -> ExportedTable {
    ExportedTable(
      "devices", scope: .family,
      columns: ["id", "member_id", "platform", "registered_at", "updated_at", "version"],
      omitting: ["token": "reaches the device"], where: own(column))
  }

  static func own(_ column: String?) -> (@Sendable (RowReference<School.Viewer>) -> SQL)? {
    guard let column else { return nil }
    return { "\($0[column]) = \($0.viewer(.memberID))" }
  }
}
