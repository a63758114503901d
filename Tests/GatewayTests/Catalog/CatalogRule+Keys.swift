import SQL

extension CatalogRule {
  /// Whether a unique index is of the id alone, in a table whose rows the staff of schools see, or guests of lists.
  private static let isOfSharedID: SQL = """
    (indisunique AND indnkeyatts = 1 AND EXISTS (
      SELECT FROM pg_attribute WHERE attrelid = indrelid AND attnum = indkey[0] AND attname = 'id') AND EXISTS (
      SELECT FROM pg_attribute WHERE attrelid = indrelid AND attname IN ('staff_school_id', 'shopping_list_id', 'guest_ids') AND NOT attisdropped))
    """

  static let keys = [
    CatalogRule(
      testDescription: "an id by which staff find a row of a family names one row",
      offenders: """
        SELECT scoped.name FROM \(familyTables) AS scoped
        JOIN pg_attribute ON attrelid = scoped.oid AND attname = 'staff_school_id' AND NOT attisdropped
        WHERE NOT EXISTS (SELECT FROM pg_index WHERE indrelid = scoped.oid AND indpred IS NULL AND \(isOfSharedID))
        """,
      offence: "DROP INDEX collectors_id", offender: "collectors",
      remedy: { "CREATE UNIQUE INDEX \($0)_id ON \($0) (id); and a trigger known_id, where clients choose the ids" }),
    CatalogRule(
      testDescription: "a change of a row of a student's pickup is told to those who may see the row",
      offenders: """
        SELECT relname::text FROM pg_class
        JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'enrolment_id' AND NOT attisdropped
        JOIN pg_trigger ON tgrelid = pg_class.oid AND tgname = 'record_added' JOIN pg_proc ON pg_proc.oid = tgfoid
        WHERE relnamespace = 'public'::regnamespace AND prosrc NOT LIKE '%open_version%'
          -- A notification is its recipient's alone.
          AND relname <> 'notifications'
        """,
      offence: """
        DROP TRIGGER record_added ON collectors;
        CREATE TRIGGER record_added AFTER INSERT ON collectors REFERENCING NEW TABLE AS added
          FOR EACH STATEMENT EXECUTE FUNCTION record_quotes()
        """, offender: "collectors",
      remedy: { "SELECT track_pickup_changes('\($0)', …);" }),
    CatalogRule(
      testDescription: "a family's row keeps a row of a school from going only while it is a copy of an enrolment's class",
      offenders: """
        SELECT conname::text FROM pg_constraint JOIN \(familyTables) AS scoped ON scoped.oid = conrelid
        WHERE contype = 'f' AND confdeltype IN ('a', 'r')
          AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = confrelid AND attname = 'school_id' AND NOT attisdropped)
          AND confrelid NOT IN (SELECT oid FROM \(familyTables) AS families)
          AND NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey) AND attname = 'class_id')
        """,
      offence: """
        ALTER TABLE enrolments ADD CONSTRAINT stray FOREIGN KEY (school_id, wanted_class_id)
          REFERENCES school_classes (school_id, id) NOT VALID
        """, offender: "stray",
      remedy: { "Drop \($0): a family could keep a school's row from going. Check in the function that writes the column" }),
    CatalogRule(
      testDescription: "no family's row keeps one of another family, or of an account that is in none, from going",
      offenders: """
        SELECT conname::text FROM pg_constraint
        WHERE contype = 'f' AND confdeltype IN ('a', 'r') AND confrelid = 'accounts'::regclass
          -- Of a member, who leaves first.
          AND conrelid <> 'members'::regclass
        """,
      offence: "ALTER TABLE quotes ADD stray uuid CONSTRAINT stray REFERENCES accounts (id)", offender: "stray"),
    CatalogRule(
      testDescription: "a column that changes is in no key of a table to which others refer",
      // A change that refers to a row of a family has locked the family. Terms that were published stay as they are.
      offenders: """
        SELECT indexrelid::regclass::text FROM pg_index
        WHERE indisunique AND indpred IS NULL AND indexprs IS NULL AND indrelid <> 'published_terms'::regclass
          AND indrelid IN (SELECT confrelid FROM pg_constraint WHERE contype = 'f')
          AND indrelid NOT IN (SELECT oid FROM \(familyTables) AS families)
          AND NOT (indkey::int2[])[0:indnkeyatts - 1] <@ ARRAY(
            SELECT unnest(conkey) FROM pg_constraint WHERE conrelid = indrelid AND contype = 'p'
            UNION SELECT unnest(confkey) FROM pg_constraint WHERE confrelid = indrelid AND contype = 'f'
            UNION SELECT unnest(tgattr::int2[]) FROM pg_trigger WHERE tgrelid = indrelid AND tgname = 'fixed_columns')
        """,
      offence: "ALTER TABLE school_classes ADD CONSTRAINT stray UNIQUE (school_id, grade)", offender: "stray",
      remedy: { "Give \($0) a condition, as WHERE name IS NOT NULL: else its columns change under a lock that foreign keys wait for" }),
    CatalogRule(
      testDescription: "a family's table has a primary key that begins with family_id",
      offenders: """
        SELECT name FROM \(familyTables) AS scoped WHERE NOT EXISTS (
          SELECT FROM pg_index WHERE indrelid = scoped.oid AND indisprimary AND indkey[0] = scoped.family_id)
        """,
      offence: "CREATE TABLE stray (id uuid PRIMARY KEY, family_id uuid)", offender: "stray"),
    CatalogRule(
      testDescription: "a unique index of a family's table has family_id among its keys",
      offenders: """
        SELECT indexrelid::regclass::text FROM \(familyTables) AS scoped JOIN pg_index ON indrelid = scoped.oid
        WHERE indisunique AND NOT scoped.family_id = ANY ((indkey::int2[])[0:indnkeyatts - 1])
          -- Staff find rows of many families by their ids alone: docs/tables.md. So do providers their bookings.
          AND NOT \(isOfSharedID) AND indexrelid::regclass::text <> 'bookings_id'
        """,
      offence: "CREATE UNIQUE INDEX stray ON courses (id) INCLUDE (family_id)", offender: "stray"),
    CatalogRule(
      testDescription: "an index of a family's table begins with family_id",
      offenders: """
        SELECT indexrelid::regclass::text FROM \(familyTables) AS scoped JOIN pg_index ON indrelid = scoped.oid
        WHERE indkey[0] <> scoped.family_id
          -- What is looked up before there is a family.
          AND indexrelid::regclass::text NOT IN (
            'members_by_account', 'families_by_code', 'invitations_by_code', 'join_requests_by_account')
          -- What the staff of schools look up, and what the school's midnight ends.
          AND indexrelid::regclass::text !~ '_(of_class|of_school)(_lately)?$'
          AND indexrelid::regclass::text NOT IN (
            'dismissals_ending', 'school_notices_by_date', 'class_messages_by_age',
            'dismissals_by_age', 'school_attendance_by_age', 'absence_reports_by_age', 'tickets_by_silence', 'tickets_by_age',
            'ticket_messages_by_age')
          -- The families of a group, of a conversation and of a provider: who hears of a change.
          AND indexrelid::regclass::text NOT IN (
            'group_memberships_of_group', 'group_memberships_of_group_family', 'family_conversations_of_conversation',
            'family_conversations_of_person', 'family_conversations_of_provider')
          -- What background work removes by its age, of all families.
          AND indexrelid::regclass::text <> 'webhook_deliveries_by_age'
          -- Who has a device, in whatever family: the one that registers it last takes it over.
          AND indexrelid::regclass::text <> 'devices_by_token'
          -- What guests from outside the family look up.
          AND indexrelid::regclass::text !~ '^shopping_.*_of_(guest|list|account)$'
          -- The bookings of a provider, of many families.
          AND indexrelid::regclass::text NOT IN ('bookings_id', 'bookings_of_provider', 'bookings_by_service')
          AND NOT \(isOfSharedID)
        """,
      offence: "CREATE INDEX stray ON courses (name, family_id)", offender: "stray"),
    CatalogRule(
      testDescription: "a foreign key between families' tables leads from family_id to family_id",
      offenders: """
        SELECT conname::text FROM pg_constraint
        JOIN \(familyTables) AS source ON source.oid = conrelid
        JOIN \(familyTables) AS target ON target.oid = confrelid
        WHERE contype = 'f' AND NOT EXISTS (
          SELECT FROM unnest(conkey, confkey) AS pair (source_column, target_column)
          WHERE source_column = source.family_id AND target_column = target.family_id)
        """,
      offence: """
        ALTER TABLE subjects ADD UNIQUE (id);
        ALTER TABLE courses ADD CONSTRAINT stray FOREIGN KEY (subject_id) REFERENCES subjects (id)
        """,
      offender: "stray"),
  ]
}
