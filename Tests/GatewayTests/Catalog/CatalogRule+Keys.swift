import SQL

extension CatalogRule {
  static let keys = [
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
            'dismissals_by_id', 'enrolments_by_id', 'pickup_guardians_by_id', 'dismissals_ending', 'school_notices_by_date', 'class_messages_by_age',
            'dismissals_by_age')
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
