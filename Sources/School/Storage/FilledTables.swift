/// Tables that no value of a client's input reaches as it is: each constraint of theirs is about what the server makes. A violation is a
/// fault of this program. `ConstraintTests` compares with the catalog.
package enum FilledTables {
  package static let reasons: [String: String] = [
    "account_events": "functions of the database write what happened",
    "account_versions": "triggers write them",
    "address_codes": "functions of the database make codes for addresses that SignInAddress has checked",
    "attempts": "the server counts, by hashes of its own",
    "audit_entries": "triggers copy what the audited row has, which has its own bounds",
    "card_reader_tokens": "hashes of tokens that the server makes",
    "changes": "triggers write them",
    "ended_memberships": "functions copy the names of the family and of a member, which have the same bounds",
    "family_usage": "triggers count",
    "family_versions": "triggers write them",
    "known_devices": "hashes of tokens that the server makes",
    "messages": "the outbox gets messages that the server composes, to addresses that SignInAddress or DeviceToken has checked",
    "overdue_checks": "background work writes them",
    "passwords": "hashes that the server makes",
    "pickup_bars": "functions copy the number of an enrolment, and the account of a member",
    "pickup_card_codes": "keyed hashes that the server makes",
    "place_versions": "triggers write them",
    "push_senders": "the server writes its own state",
    "schema_migrations": "hatched migrate writes it",
    "school_disclosures": "triggers copy names and numbers, which have their own bounds",
    "school_staff_classes": "functions of the database copy classes of the school, under its lock",
    "school_used_ids": "the server hashes the input, and skips ids that are there",
    "sessions": "the server makes sessions of an account that it has locked",
    "sign_in_addresses": "functions of the database write addresses that SignInAddress has checked, and skip those that are there",
    "staff_invitation_codes": "hashes of codes that the server makes",
    "storage_quotas": "hatched migrate writes them",
    "time_zone_names": "hatched migrate writes them",
    "used_identity_tokens": "hashes of tokens, and the function skips those that are there",
    "used_ids": "the server hashes the input, and skips ids that are there",
    "version_epochs": "hatched migrate writes it",
  ]
}

/// Columns without null whose values the server writes, or mutations that no directive declares, which check them.
package enum FilledColumns {
  package static let byTable: [String: Set<String>] = [
    "card_readers": ["school_id", "name"],
    "class_messages": ["enrolment_id", "is_from_staff", "author_name", "text"],
    "devices": ["member_id", "platform", "token"],
    "dismissals": [
      "enrolment_id", "student_id", "school_id", "student_name", "day", "day_ends_at", "state", "requested_at", "requested_by",
    ],
    "enrolments": ["student_id", "school_id", "student_name", "student_number"],
    "grade_overrides": ["student_id", "course_id", "grade"],
    "grade_scale_steps": ["grade_scale_id", "letter", "least_percentage"],
    "grade_scales": ["name"],
    "identities": ["account_id", "provider", "subject"],
    "invitations": ["code_hash", "role", "expires_at"],
    "join_requests": ["account_id", "name"],
    "members": ["role"],
    "note_taggings": ["note_id", "note_tag_id"],
    "notes": ["author_id"],
    "notifications": ["recipient_id", "kind", "title", "body"],
    "pickup_cards": ["member_id", "school_id"],
    "pickup_guardians": ["enrolment_id", "member_id", "name"],
    "refresh_tokens": ["account_id", "session_id", "token_hash", "expires_at"],
    "school_classes": ["school_id", "name"],
    "school_families": ["school_id"],
    "school_notices": ["enrolment_id", "kind"],
    "school_staff": ["school_id", "account_id", "name", "role"],
    "school_students": ["school_id", "student_number", "name"],
    "schools": ["name", "time_zone"],
    "staff_invitations": ["school_id", "role", "expires_at"],
  ]
}
