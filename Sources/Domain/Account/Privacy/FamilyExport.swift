package import Planning
import SQL

extension ExportedTable where Viewer == Domain.Viewer {
  /// All tables of families, and every column of them. Columns that objects of the schema show are exported
  /// automatically; listed here are the columns that no object shows, and those that are withheld. A test compares the
  /// list with the catalog.
  ///
  /// Only values that grant access, reach a device or guard against repetition are withheld. The role that reads has no
  /// right to most of them.
  package static func ofFamily(_ map: EntityMap<Domain.Viewer>) -> [ExportedTable] {
    map.exportedTables(
      of: .familyID,
      except: [
        ExportedTable(
          "families", key: "family_id", scope: .family, columns: ["join_policy"],
          names: ["repeats_overdue_notices": "repeatsOverdueNotifications"],
          omitting: ["code": "lets students ask to join"]),
        ExportedTable(
          "members", scope: .family, columns: ["updated_at"],
          omitting: ["account_id": "the account is its owner's: see exportAccount"]),
        ExportedTable("subjects", scope: .family, omitting: keeperRole),
        ExportedTable(
          "courses", scope: .family,
          omitting: ["is_plain_mean": "says nothing: it is how the grade is read", "keeper_role": "says nothing: it is a constraint"]),
        ExportedTable("assignments", scope: .family, columns: ["graded_on"], omitting: studentRole),
        ExportedTable("planner_tasks", scope: .family, omitting: studentRole),
        ExportedTable("portfolio_items", scope: .family, omitting: studentRole),
        ExportedTable("attendance_records", scope: .family, omitting: studentRole),
        ExportedTable("study_times", scope: .family, omitting: studentRole),
        ExportedTable("consents", scope: .family, columns: ["id", "student_id", "created_at", "updated_at", "version"]),
        ExportedTable("note_taggings", scope: .family, columns: ["created_at"]),
        ExportedTable("event_members", scope: .family, columns: ["created_at"]),
        ExportedTable("tasks", scope: .family, columns: ruleColumns),
        ExportedTable("events", scope: .family, columns: ruleColumns),
        ExportedTable(
          "occurrences", scope: .family,
          columns: [
            "event_id", "task_id", "series_id", "day", "is_left_out", "is_changed", "title", "text", "place", "date", "time", "end_date",
            "end_time", "done_at", "done_by_id", "created_at", "updated_at", "version",
          ]),
        ExportedTable("calendar_subscriptions", scope: .family, columns: ["member_ids"]),
        ExportedTable(
          "external_events", scope: .family,
          columns: ["subscription_id", "first_day", "last_day", "starts_at", "ends_at", "created_at"]),
        ExportedTable("calendar_feeds", scope: .family, columns: ["member_id", "member_ids"]),
        ExportedTable(
          "imported_events", scope: .family,
          columns: ["id", "event_id", "uid", "revision", "modified_at", "created_at", "updated_at", "version"]),
        ExportedTable("reminders", scope: .family, columns: ["event_id", "task_id", "assignment_id", "booking_id"]),
        ExportedTable(
          "bookings", scope: .family,
          columns: ["provider_id", "service_name", "family_name", "state", "rate", "per", "done_at"],
          omitting: ["account_id": "is the provider's"]),
        ExportedTable("file_uses", scope: .family, columns: ["created_at"]),
        // A file that no row uses is its sender's alone.
        ExportedTable(
          "files", scope: Scope.file.rows, columns: ["sha256", "stored_bytes"],
          expressions: ["sha256": { file in "encode(\(file["sha256"]), 'hex')" }],
          omitting: [
            "home_id": "is the family", "owner_id": "the account is its owner's", "declared_bytes": "counts for a quota",
            "unused_since": "is null", "stored_id": "names the bytes in the store",
            "staff_school_ids": "follows from enrolments and collectors", "people_school_ids": "follows from places at schools", "class_ids": "follows from enrolments and collectors",
          ],
          where: { file in "\(file["unused_since"]) IS NULL" }),
        ExportedTable("recipe_ingredients", scope: .family, columns: ["id", "recipe_id", "position", "created_at"]),
        ExportedTable("meals", scope: .family, omitting: ["place": "follows from the slot"]),
        ExportedTable(
          "shopping_lists", scope: .family, columns: ["owner_id"], omitting: ["guest_ids": "the accounts are their owners'"],
          where: { "(\($0["is_shared"]) OR \($0["owner_id"]) = \($0.viewer(.memberID)))" }),
        ExportedTable(
          "shopping_items", scope: .family, columns: ["numerator", "denominator"],
          omitting: ["private_to": "is that of the list", "writer_ids": "the accounts are their owners'"],
          where: { "(\($0["private_to"]) IS NULL OR \($0["private_to"]) = \($0.viewer(.memberID)))" }),
        ExportedTable(
          "shopping_memories", scope: .family,
          columns: ["id", "shopping_list_id", "meal_id", "name", "unit_kind", "numerator", "denominator", "created_at"],
          where: ShoppingMemory.isSeen),
        ExportedTable(
          "shopping_list_guests", scope: .family, columns: ["shopping_list_id"], omitting: ["account_id": "the account is its owner's"],
          where: ShoppingMemory.isSeen),
        ExportedTable(
          "group_memberships", scope: .family,
          columns: ["id", "group_id", "group_family_id", "display_name", "state", "is_moderator", "created_at", "updated_at", "version"]),
        // A row with another cause tells who has blocked the family.
        ExportedTable(
          "group_hidings", scope: .family, columns: ["id", "hidden_id", "cause", "own_id", "created_at"],
          where: { hiding in "\(hiding["cause"]) <> 'BLOCKED'" }),
        // A row of two families tells what this one wants, and one of members who talks with whom.
        ExportedTable(
          "family_conversations", scope: .family, columns: ["id", "conversation_id", "person_id", "member_id", "provider_id", "created_at"],
          where: { talk in "(\(talk["member_id"]) IS NULL OR \(talk["member_id"]) = \(talk.viewer(.memberID)))" }),
        ExportedTable("webhooks", scope: .family, columns: ["member_id"]),
        ExportedTable("webhook_deliveries", scope: .family, columns: ["webhook_id", "data", "ended_at"]),
        ExportedTable("grade_scale_choices", scope: .family, omitting: studentRole),
        ExportedTable("grade_overrides", scope: .family, omitting: studentRole),
        ExportedTable(
          "notifications", scope: .family,
          columns: [
            "recipient_id", "event", "arguments", "title", "body", "due_date", "notice_date", "enrolment_id", "reminder_id", "occurrence", "reminded_at",
            "updated_at", "deleted_at", "version",
          ],
          expressions: [
            "event": Notification.event,
            "arguments": { row in "\(row["arguments"])::json" },
            "title": { row in Notification.words(.title, of: row, in: Notification.recipientLanguage(of: row)) },
            "body": { row in Notification.words(.body, of: row, in: Notification.recipientLanguage(of: row)) },
          ],
          omitting: ["lapses_at": "follows from the end of the occurrence"]),
        ExportedTable(
          "devices", scope: .family, columns: ["member_id", "updated_at", "version"],
          omitting: ["token": "reaches the device"]),
        ExportedTable(
          "join_requests", scope: .family, columns: ["state", "updated_at", "version"],
          omitting: ["account_id": "the account is its owner's"]),
        ExportedTable(
          "invitations", scope: .family, columns: ["used_at", "revoked_at", "updated_at", "version"],
          omitting: ["consented_by": "stands in the consent", "code_hash": "is of what lets somebody in", "student_role": "says nothing"]),
        ExportedTable(
          "audit_entries", scope: .family, columns: ["invitation_id", "record_id", "values_before", "values_after"]),
        ExportedTable(
          "used_ids", scope: .family, columns: ["id", "type", "used_at"],
          omitting: ["input_hash": "is of what was sent"]),
        ExportedTable(
          "family_usage", scope: .family, columns: ["kind", "rows", "bytes"],
          omitting: ["id": "is the same in every family"]),
        ExportedTable(
          "overdue_checks", key: "family_id", scope: .family, columns: ["family_id", "hour", "checked_at", "notified"],
          omitting: ["process": "is the server's"]),
        ExportedTable(
          "family_versions", key: "part", scope: .family, columns: ["part", "version", "forgotten"], names: ["part": "part"],
          omitting: ["stamp": "is random", "changed_in": "is the database's"]),
        ExportedTable(
          "school_families", key: "school_id", scope: .family, columns: ["school_id", "created_at"],
          names: ["school_id": "schoolId"]),
        ExportedTable(
          "enrolments", scope: .family,
          columns: [
            "student_name", "proposed_name", "absent_on", "collected_by", "collected_on", "collector_id", "updated_at", "version",
          ],
          omitting: [
            "staff_school_id": "is the school's while the enrolment lasts", "absence_ends_at": "follows from absent_on",
            "collected_ends_at": "follows from collected_on", "picture_id": "is that of the student",
          ]),
        ExportedTable(
          "pickup_guardians", scope: .family,
          columns: [
            "id", "enrolment_id", "member_id", "name", "proposed_name", "is_barred", "is_confirmed", "created_at", "updated_at", "version",
          ],
          omitting: copies),
        ExportedTable(
          "pickup_cards", scope: .family, columns: ["member_id", "updated_at", "version"]),
        ExportedTable("school_attendance", scope: .family, columns: ["recorded_state"], omitting: copies),
        ExportedTable("absence_reports", scope: .family, omitting: copies),
        ExportedTable("absence_files", scope: .family, columns: ["enrolment_id", "created_at"], omitting: copies),
        ExportedTable(
          "tickets", scope: .family,
          columns: ["title", "student_name", "created_at", "updated_at", "version"], omitting: copiesOfTickets, where: Ticket.isOfMember),
        ExportedTable(
          "ticket_messages", scope: .family, columns: ["created_at"], omitting: copiesOfTickets,
          where: { Ticket.isSeen(by: $0, Ticket.isOfMember) }),
        ExportedTable(
          "ticket_files", scope: .family, columns: ["school_id", "created_at"], omitting: copies,
          where: { use in
            let told = RowReference<Domain.Viewer>(alias: "told") { use.viewer($0) }
            return """
              EXISTS (SELECT 1 FROM ticket_messages told WHERE told.family_id = \(use["family_id"]) AND told.id = \(use["message_id"]) \
              AND \(Ticket.isSeen(by: told, Ticket.isOfMember)))
              """
          }),
        ExportedTable(
          "school_notices", scope: .family, columns: ["id", "enrolment_id", "kind", "person_name", "created_at"],
          omitting: copies),
        ExportedTable(
          "dismissal_steps", scope: .family, columns: ["id", "dismissal_id", "enrolment_id"],
          omitting: copies),
        ExportedTable(
          "message_reads", scope: .family, columns: ["id", "member_id", "enrolment_id", "read_until", "created_at"]),
        ExportedTable(
          "dismissals", scope: .family,
          columns: ["student_name", "day_ends_at", "state", "expired_at", "told_at"],
          omitting: copies),
        ExportedTable(
          "changes", scope: .family, columns: ["id", "type", "version", "open_version", "is_deleted", "enrolment_id", "changed_at"],
          omitting: ["owner_id": "is the member's to whom a notification was sent"]),
      ], views: [], omitting: Dictionary(uniqueKeysWithValues: map.mirrors(of: .enrolment).map { ($0, copies) }))
  }

  /// The same of tickets, whose types read the family, too.
  private static var copiesOfTickets: KeyValuePairs<String, String> {
    [
      "family_id": "is the family", "staff_school_id": "is the school's while the enrolment lasts",
      "class_id": "is that of the enrolment",
    ]
  }

  /// The columns that a table of the scope `ENROLMENT` copies from it.
  private static var copies: KeyValuePairs<String, String> {
    ["staff_school_id": "is that of the enrolment", "class_id": "is that of the enrolment"]
  }

  /// The rule of a series, which `Recurrence` shows.
  private static var ruleColumns: [String] {
    [
      "frequency", "step", "by_day", "by_month_day", "by_month", "by_set_pos", "week_start", "count", "until", "rule", "last_day", "revision",
    ]
  }

  private static var keeperRole: KeyValuePairs<String, String> { ["keeper_role": "says nothing: it is a constraint"] }

  private static var studentRole: KeyValuePairs<String, String> { ["student_role": "says nothing: it is a constraint"] }
}
