import SQL
import Domain

extension CatalogRule {
  /// Tables that bump no version when they change, and why.
  private static let unversioned: KeyValuePairs<String, String> = [
    "account_events": "an export reads them, which is a mutation",
    "address_codes": "no field reads them",
    "attempts": "no field reads them",
    "messages": "no field reads them",
    "known_devices": "an export reads them, which is a mutation",
    "passwords": "no field reads them",
    "overdue_checks": "no field reads them",
    "refresh_tokens": "no field reads them",
    "used_identity_tokens": "no field reads them",
    "used_ids": "no field reads them",
    "sessions": "each request looks at its own; an export reads them, which is a mutation",
    "schema_migrations": "hatched migrate begins an epoch",
    "file_tombstones": "no field reads them",
    "function_files": "no field reads them",
    "time_zone_names": "hatched migrate begins an epoch",
    "family_usage": "it changes with the tables that it counts; a new quota comes with an epoch",
    "changes": "it changes with the tables that it is of; what is forgotten is as it was to whoever knows",
    "staff_invitation_codes": "no field reads them",
    "enrolment_codes": "no field reads them",
    "account_versions": "it is a version",
    "place_versions": "it is a version",
    "directory_versions": "it is a version",
    "pickup_bars": "no field reads them",
    "school_used_ids": "no field reads them",
    "shopping_list_codes": "no field reads them",
    "calendar_feed_secrets": "no field reads them",
    "reminder_times": "no field reads them",
    "subscription_times": "no field reads them",
    "group_codes": "no field reads them",
    "group_tellings": "no field reads them",
    "message_tellings": "no field reads them",
    "webhook_queue": "no field reads them",
    "webhook_secrets": "no field reads them",
    "webhook_starts": "no field reads them",
    "webhook_turns": "no field reads them",
    "card_reader_tokens": "no field reads them",
    "pickup_card_codes": "no field reads them",
    "push_senders": "no field reads them",
    "school_tellings": "no field reads them",
    "family_versions": "it is a version",
    "version_epochs": "it is a version",
  ]

  private static let names: SQL = """
    (SELECT oid, relname::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND relname <> ALL (\(bind: .textArray(unversioned.map(\.key)))))
    """

  static let versions = [
    CatalogRule(
      testDescription: "a change of a table that fields read bumps a version, whatever changes it",
      offenders: """
        SELECT name FROM \(names) AS t WHERE 5 <> (
          SELECT count(DISTINCT tgname) + count(*) FILTER (WHERE tgname = 'bump_changed' AND tgfoid = 'bump_all'::regproc)
          FROM pg_trigger WHERE tgrelid = t.oid AND tgenabled = 'O'
            AND (tgname, tgtype & 60) IN (
              ('bump_added', 4), ('bump_removed', 8), ('bump_changed', 16), ('bump_moved', 16), ('bump_emptied', 32)))
        """,
      offence: "DROP TRIGGER bump_removed ON courses", offender: "courses",
      remedy: { "SELECT track_versions('\($0)');" }),
    CatalogRule(
      testDescription: "each family, account, school and class has its versions",
      offenders: """
        SELECT families.family_id::text FROM families WHERE 2 <> (
          SELECT count(*) FROM family_versions versions WHERE versions.family_id = families.family_id)
        UNION ALL SELECT accounts.id::text FROM accounts
        WHERE NOT EXISTS (SELECT 1 FROM account_versions versions WHERE versions.account_id = accounts.id)
        UNION ALL SELECT places.id::text FROM (SELECT id FROM schools UNION ALL SELECT id FROM school_classes) AS places
        WHERE NOT EXISTS (SELECT 1 FROM place_versions versions WHERE versions.id = places.id)
        UNION ALL SELECT schools.id::text FROM schools WHERE NOT EXISTS (
          SELECT 1 FROM place_versions versions WHERE versions.school_id = schools.id AND versions.part = 'ADMINISTRATION')
        """,
      offence: """
        ALTER TABLE accounts DISABLE TRIGGER begin_versions;
        INSERT INTO accounts (id) VALUES ('00000000-0000-0000-0000-0000000000aa')
        """,
      offender: "00000000-0000-0000-0000-0000000000aa"),
    CatalogRule(
      testDescription: "a bound role reads versions, and writes none",
      offenders: """
        SELECT DISTINCT rolname::text FROM pg_attribute CROSS JOIN \(boundRoles) AS bound
        WHERE attrelid IN ('family_versions'::regclass, 'account_versions'::regclass, 'version_epochs'::regclass) AND attnum > 0
          AND (has_column_privilege(rolname, attrelid, attnum, 'INSERT, UPDATE')
            OR has_table_privilege(rolname, attrelid, 'DELETE, TRUNCATE, REFERENCES, TRIGGER'))
        """,
      offence: "GRANT UPDATE (stamp) ON family_versions TO hatched_app", offender: "hatched_app"),
  ]
}
