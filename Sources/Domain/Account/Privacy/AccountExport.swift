package import Planning
import SQL

extension ExportedTable where Viewer == Domain.Viewer {
  /// All tables of accounts, every column of them, and the rows of its family that the account's member alone sees.
  /// Columns that objects show and mutations name are exported automatically; the others are listed here.
  package static func ofAccount(_ map: EntityMap<Domain.Viewer>) -> [ExportedTable] {
    let account = RowScope<Domain.Viewer>.account
    return map.exportedTables(
      of: .accountID,
      except: [
        ExportedTable(
          "accounts", scope: .ownAccount, columns: ["disabled_at", "birthday", "grade"]),
        ExportedTable(
          "account_versions", key: "account_id", scope: account, columns: ["version"],
          omitting: ["stamp": "is random", "changed_in": "is the database's"]),
        ExportedTable(
          "identities", scope: account, columns: ["created_at"], omitting: ["last_used_at": "Viewer.signInWays shows it"]),
        ExportedTable(
          "sign_in_addresses", from: "own_sign_in_addresses()", scope: account,
          columns: ["id", "channel", "address", "language", "confirmed_at", "last_used_at", "created_at"],
          omitting: [
            "lookup": "is the address as it is compared", "counted_as": "is of a count of attempts",
            "counted_key": "is of a count of attempts",
          ]),
        ExportedTable("ended_memberships", scope: account, columns: ["id"], omitting: ["made_in": "is the database's"]),
        ExportedTable(
          "passwords", from: "own_passwords()", key: "account_id", scope: account, columns: ["created_at", "changed_at"],
          omitting: ["hash": "lets somebody in who guesses well", "is_long": "tells something of the password"]),
        ExportedTable(
          "known_devices", from: "own_known_devices()", scope: account, columns: ["id", "created_at", "last_used_at"],
          omitting: ["token_hash": "is of what makes a device known"]),
        ExportedTable(
          "address_codes", from: "own_address_codes()", scope: account,
          columns: ["id", "purpose", "channel", "created_at", "expires_at"],
          omitting: [
            "lookup": "is the address as it is compared", "address_id": "is that of the address",
            "attempts": "says how many codes were wrong", "counted_key": "is of a count of attempts",
          ]),
        ExportedTable(
          "account_events", from: "own_account_events()", scope: account, columns: ["id", "kind", "subject", "created_at"]),
        ExportedTable("accepted_terms", scope: account, columns: ["id", "created_at"]),
        ExportedTable("sessions", scope: account, columns: ["created_at", "authenticated_at"]),
        ExportedTable(
          "refresh_tokens", scope: account, columns: ["created_at"],
          omitting: ["token_hash": "is of what continues a session"]),
        ExportedTable("school_staff", scope: account, columns: ["updated_at", "version"]),
        ExportedTable(
          "school_staff_classes", scope: account, columns: ["id", "school_id", "class_id"],
          omitting: ["staff_id": "is the id of the row of schoolStaff of this school"]),
        ExportedTable(
          "staff_devices", scope: account, columns: ["created_at", "updated_at", "version"],
          omitting: ["token": "reaches the device"]),
        ExportedTable(
          "uploads", scope: account, columns: ["home_id", "name", "bytes", "sha256", "withdrawn_at", "created_at"],
          expressions: ["sha256": { upload in "encode(\(upload["sha256"]), 'hex')" }],
          omitting: ["is_claimed": "tells servers apart that store the bytes"]),
        ExportedTable(
          "files", scope: RowScope(column: "owner_id", attribute: .accountID),
          columns: ["id", "home_id", "name", "media_type", "kind", "bytes", "sha256", "width", "height", "stored_bytes", "created_at"],
          expressions: ["sha256": { file in "encode(\(file["sha256"]), 'hex')" }],
          omitting: [
            "owner_id": "is the account", "declared_bytes": "counts for a quota", "unused_since": "follows from its uses",
            "stored_id": "names the bytes in the store", "staff_school_ids": "follows from enrolments and collectors", "people_school_ids": "follows from places at schools",
            "class_ids": "follows from enrolments and collectors",
          ]),
        ExportedTable(
          "shopping_list_guests", scope: account, columns: ["id", "shopping_list_id", "name", "created_at", "updated_at", "version"],
          omitting: ["family_id": "is the family whose list it is"]),
        ExportedTable(
          "providers", scope: account,
          columns: ["id", "name", "text", "area", "languages", "time_zone", "is_listed", "hour_days", "hour_starts", "hour_ends", "created_at", "updated_at", "version"],
          omitting: ["directory_id": "is the same of all providers"]),
        ExportedTable(
          "services", scope: account,
          columns: ["id", "provider_id", "ended_at"],
          omitting: ["directory_id": "is the same of all providers", "input_hash": "is of what was sent"]),
        ExportedTable("provider_slots", scope: account, columns: ["id", "provider_id", "kind", "is_pending", "starts_at", "ends_at", "created_at"]),
        ExportedTable(
          "bookings", scope: account,
          columns: ["id", "provider_id", "service_id", "service_name", "state", "rate", "per", "done_at", "updated_at", "version"],
          omitting: ["family_id": "is the family's whose booking it is"]),
        ExportedTable(
          "account_notifications", scope: account,
          columns: ["id", "kind", "event", "arguments", "created_at", "updated_at", "read_at", "deleted_at", "version"],
          expressions: ["arguments": { row in "\(row["arguments"])::json" }]),
        ExportedTable("conversation_reads", scope: account, columns: ["id", "read_until", "created_at"]),
        ExportedTable(
          "group_content", from: "own_group_content()", scope: account,
          columns: ["id", "group_id", "kind", "text", "state", "created_at", "updated_at"]),
        ExportedTable(
          "family_messages", from: "own_family_messages()", scope: account,
          columns: ["id", "conversation_id", "text", "state", "created_at"]),
        // A row with another cause tells who has blocked the account.
        ExportedTable(
          "content_hidings", scope: account, columns: ["id", "hidden_id", "cause", "own_id", "created_at"],
          where: { hiding in "\(hiding["cause"]) <> 'BLOCKED'" }),
        ExportedTable(
          "school_people", scope: account, columns: ["id", "school_id", "kind", "name", "member_id", "created_at", "updated_at", "version"],
          omitting: ["picture_id": "is that of the account"]),
        ExportedTable(
          "school_content", from: "own_content()", scope: account,
          columns: ["id", "school_id", "kind", "text", "state", "state_reason", "appeal", "created_at", "updated_at"]),
        ExportedTable(
          "staff_message_reads", scope: account, columns: ["id", "enrolment_id", "read_until", "created_at"]),
        ExportedTable(
          "join_requests", from: "own_join_requests()", scope: account,
          columns: ["id", "name", "email", "state", "created_at", "expires_at", "updated_at"]),
      ]) + map.ownRows(of: ofFamily(map), .memberID) + ownTickets(map)
  }

  /// The tickets that the account's member has written, with all their messages.
  private static func ownTickets(_ map: EntityMap<Domain.Viewer>) -> [ExportedTable] {
    @Sendable func isOwn(_ ticket: RowReference<Domain.Viewer>) -> SQL { "\(ticket["author_id"]) = \(ticket.viewer(.memberID))" }
    return ofFamily(map).compactMap { table in
      switch table.name {
      case "tickets": table.rows(where: isOwn)
      case "ticket_messages": table.rows { Ticket.isSeen(by: $0, isOwn) }
      default: nil
      }
    }
  }
}
