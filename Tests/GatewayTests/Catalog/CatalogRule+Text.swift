import SQL

extension CatalogRule {
  /// Text of which a program made the value, or took it from a list: it is compared, and nobody reads down a list of it.
  /// Enum values, which a constraint lists, are not here.
  private static let codes = [
    "account_notifications.event", "address_codes.lookup", "attempts.key", "bookings.currency", "attempts.kind", "calendar_subscriptions.color", "calendar_subscriptions.url", "changes.type", "collectors.telephone", "devices.token",
    "expense_categories.color", "enrolments.student_number", "events.by_day", "events.color", "events.frequency", "events.rule", "events.time_zone",
    "events.week_start", "families.code", "families.language", "imported_events.uid", "recipes.link", "task_categories.color", "tasks.by_day",
    "tasks.frequency", "tasks.rule", "tasks.time_zone", "tasks.week_start", "school_disclosures.student_number", "school_students.student_number", "school_used_ids.type",
    "families.time_zone", "files.media_type", "function_files.path", "identities.subject", "family_usage.kind", "messages.address", "messages.kind", "messages.locale", "messages.platform", "members.language", "schools.language", "notifications.event",
    "providers.languages", "providers.time_zone", "published_terms.language", "passwords.hash", "planner_tasks.color", "portfolio_items.link", "resources.link", "schema_migrations.checksum",
    "pickup_bars.student_number", "pickup_records.state", "pickup_records.student_number", "schema_migrations.name", "schools.code", "schools.time_zone", "sign_in_addresses.address", "sign_in_addresses.counted_as", "sign_in_addresses.language", "sign_in_addresses.lookup",
    "staff_devices.token", "storage_quotas.kind", "time_zone_names.name", "used_ids.type",
    "webhooks.url", "webhook_deliveries.type", "webhook_deliveries.data",
  ]

  /// `name`, as `courses.name`, whether it is a code, and its collation, of each column of text.
  private static let textColumns: SQL = """
    (SELECT format('%s.%s', relname, attname) AS name, collname,
      attgenerated <> '' OR format('%s.%s', relname, attname) = ANY (\(bind: .textArray(codes)))
        OR EXISTS (
          SELECT FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'c' AND conkey = ARRAY[attnum]
            AND pg_get_constraintdef(pg_constraint.oid) ~ '(= (ANY \\(ARRAY\\[)?|<@ ARRAY\\[)''[A-Z_]+''::text') AS is_code
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    JOIN pg_collation ON pg_collation.oid = attcollation
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v'))
    """

  static let texts = [
    CatalogRule(
      testDescription: "a column of text that people read sorts as people expect",
      offenders: "SELECT name FROM \(textColumns) AS texts WHERE NOT is_code AND collname <> 'und-x-icu' ORDER BY name",
      offence: "ALTER TABLE courses ADD COLUMN stray text", offender: "courses.stray"),
    CatalogRule(
      testDescription: "a code is compared byte by byte, or as the database does",
      offenders: """
        SELECT name FROM \(textColumns) AS texts WHERE is_code AND collname NOT IN ('C', 'default') ORDER BY name
        """,
      offence: """
        DROP TRIGGER count_changed ON devices;
        ALTER TABLE devices ALTER COLUMN token TYPE text COLLATE "und-x-icu"
        """, offender: "devices.token"),
  ]
}
