/// Rows of tables that have no sample rows of their own, made from the types of their columns: a new type has some from
/// its first day.
package enum GeneratedRows {
  /// The tables of which a generated family has no rows: triggers count in one, and the others refer to schools, which
  /// families cannot create.
  private static let excluded = [
    "family_usage", "school_families", "enrolments", "pickup_guardians", "collectors", "dismissals", "pickup_cards",
    "school_notices", "pickup_times", "class_messages", "message_reads", "school_attendance", "absence_reports", "absence_files",
    "tickets", "ticket_messages", "ticket_files",
    // Groups are of several families, and conversations of no family alone.
    "group_memberships", "group_hidings", "family_conversations",
    // See `bookings`.
    "bookings",
    // A trigger writes these.
    "dismissal_steps",
  ]

  /// A script for the owner that gives each family three rows, or as many as are wanted, in each table of families that
  /// is not named, if the family has fewer there.
  ///
  /// - A reference leads to one of the first four rows of the same family, in turn; one of a student to a student.
  /// - A column whose constraint lists its values gets one after the other. One with a default keeps it.
  /// - Texts are the name of the column and a number; a color is one, and an array of ids is empty. Every third value that may be null is.
  ///
  /// A table whose constraints ask for more fails, and says so: it needs sample rows of its own.
  ///
  /// - Parameters:
  ///   - tables: those that have rows of their own.
  ///   - schoolTables: tables of schools, of which each school has rows.
  ///   - rows: the number of rows that a family has in each other table, unless a constraint allows fewer.
  package static func script(besides tables: [String], and schoolTables: [String] = [], rows: Int = 3) -> String {
    let known = (tables + excluded).map { "'\($0)'" }.joined(separator: ", ")
    let ofSchools = ([""] + schoolTables).map { "'\($0)'" }.joined(separator: ", ")
    return """
      DO $generated$
      DECLARE
        t record;
        columns text;
        cells text;
        required text;
      BEGIN
        -- What others refer to was made before them.
        FOR t IN
          SELECT c.oid, c.relname, a.attname AS owner, root.name AS root, root.key AS root_key
          FROM pg_class c
          JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
          JOIN (VALUES ('family_id', 'families', 'family_id'), ('school_id', 'schools', 'id')) AS root (owner, name, key)
            ON root.owner = a.attname
          WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
            AND CASE a.attname WHEN 'family_id' THEN c.relname NOT IN (\(known)) ELSE c.relname IN (\(ofSchools)) END
          ORDER BY c.oid
        LOOP
          SELECT string_agg(format('%I', attname), ', ' ORDER BY attnum),
            string_agg(format('%s AS %I', cell, attname), ', ' ORDER BY attnum),
            coalesce(string_agg(format('made.%I IS NOT NULL', attname), ' AND ') FILTER (WHERE attnotnull), 'true')
          INTO columns, cells, required
          FROM (
            SELECT a.attname, a.attnum, a.attnotnull, CASE
              WHEN a.attname = t.owner THEN 'f.owner'
              WHEN target.name IS NOT NULL THEN format(
                '(SELECT r.%1$I FROM %2$s r WHERE r.%4$I = f.owner%3$s ORDER BY r.%1$I OFFSET (n - 1) %% (
                  SELECT least(4, greatest(1, count(*))) FROM %2$s r WHERE r.%4$I = f.owner%3$s) LIMIT 1)',
                target.key, target.name,
                CASE WHEN target.name = 'members' AND a.attname LIKE 'student%' THEN ' AND r.role = ''STUDENT''' END, t.owner)
              WHEN a.attnotnull OR choices.list IS NOT NULL THEN value.cell
              ELSE format('CASE WHEN n %% 3 > 0 THEN %s END', value.cell)
            END AS cell
            FROM pg_attribute a
            LEFT JOIN LATERAL (
              SELECT confrelid::regclass::text AS name, attname AS key
              FROM pg_constraint CROSS JOIN LATERAL unnest(conkey, confkey) AS pair (source, target)
              JOIN pg_attribute ON attrelid = confrelid AND attnum = pair.target
              WHERE contype = 'f' AND conrelid = a.attrelid AND pair.source = a.attnum AND EXISTS (
                SELECT 1 FROM pg_attribute scope
                WHERE scope.attrelid = confrelid AND scope.attname = t.owner AND NOT scope.attisdropped)
              LIMIT 1
            ) AS target ON true
            LEFT JOIN LATERAL (
              SELECT string_agg(choice[1], ', ') AS list, count(*) AS number
              FROM pg_constraint, regexp_matches(pg_get_constraintdef(oid), '(''[A-Z_]+'')::text', 'g') AS choice
              WHERE contype = 'c' AND conrelid = a.attrelid AND conkey = ARRAY[a.attnum]
            ) AS choices ON true
            CROSS JOIN LATERAL (
              SELECT CASE
                WHEN choices.list IS NOT NULL THEN format('(ARRAY[%s])[1 + n %% %s]', choices.list, choices.number)
                WHEN a.attname = 'color' THEN '''#8E44AD'''
                WHEN a.attname ~ '(link|url)$' THEN '''https://example.com/'' || n'
                ELSE CASE a.atttypid
                  WHEN 'text'::regtype THEN format('%L || n', initcap(replace(a.attname, '_', ' ')) || ' ')
                  WHEN 'uuid[]'::regtype THEN '''{}''::uuid[]'
                  WHEN 'uuid'::regtype THEN format('md5(%L || f.owner || n)::uuid', t.relname || a.attname)
                  WHEN 'int'::regtype THEN 'n'
                  WHEN 'bigint'::regtype THEN 'n'
                  WHEN 'smallint'::regtype THEN 'n'
                  WHEN 'numeric'::regtype THEN 'n'
                  WHEN 'double precision'::regtype THEN 'n'
                  WHEN 'boolean'::regtype THEN 'n % 2 = 0'
                  WHEN 'date'::regtype THEN 'date ''2026-09-07'' - n'
                  WHEN 'time'::regtype THEN 'time ''08:00'' + n * interval ''1 hour'''
                  WHEN 'timestamptz'::regtype THEN 'timestamptz ''2026-09-07 08:00Z'' + n * interval ''1 hour'''
                  WHEN 'bytea'::regtype THEN format('sha256(convert_to(%L || f.owner || n, ''UTF8''))', a.attname)
                  ELSE 'NULL'
                END
              END AS cell
            ) AS value
            WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND NOT a.atthasdef
          ) AS described;
          EXECUTE format(
            'INSERT INTO %1$I (%2$s) SELECT %2$s FROM (SELECT %3$s FROM (SELECT %7$I AS owner FROM %6$I) AS f, generate_series(1, \(rows)) AS n
              WHERE \(rows) > (SELECT count(*) FROM %1$I x WHERE x.%5$I = f.owner)) AS made
              WHERE %4$s ON CONFLICT DO NOTHING', t.relname, columns, cells, required, t.owner, t.root, t.root_key);
        END LOOP;
      EXCEPTION WHEN integrity_constraint_violation OR data_exception THEN
        RAISE EXCEPTION '% needs sample rows of its own (Sources/SampleData): %', t.relname, SQLERRM;
      END
      $generated$;
      \(pickup);
      \(bookings)
      """
  }

  /// Bookings for each family without any, of one provider that all families know. They are over: they take no time.
  private static var bookings: String {
    """
    DO $bookings$
    DECLARE
      account uuid := md5('account of the provider')::uuid;
      provider uuid := md5('provider')::uuid;
      directory uuid := '00000000-0000-0000-0000-00000000d1d1';
      service uuid := md5('service of the provider')::uuid;
    BEGIN
      IF NOT EXISTS (
        SELECT 1 FROM families f WHERE NOT EXISTS (SELECT 1 FROM bookings b WHERE b.family_id = f.family_id)
      ) THEN RETURN; END IF;
      INSERT INTO accounts (id, name) VALUES (account, 'Generated Provider') ON CONFLICT DO NOTHING;
      INSERT INTO providers (account_id, id, directory_id, is_listed, name, languages, time_zone)
      VALUES (account, provider, directory, true, 'Generated Provider', '{en}', 'UTC') ON CONFLICT DO NOTHING;
      INSERT INTO services (account_id, id, provider_id, kind, name, price, currency, per, input_hash)
      VALUES (account, service, provider, 'CLEANING', 'Generated Service', 20, 'EUR', 'HOUR', sha256('service')) ON CONFLICT DO NOTHING;
      INSERT INTO bookings (
        family_id, id, service_id, starts_at, ends_at, note, place, state, cancelled_by, reason, done_at, created_at, updated_at)
      SELECT f.family_id, md5('booking ' || n || ' of ' || f.family_id)::uuid, service, timestamptz '2026-03-02 08:00Z' + n * interval '1 day',
        timestamptz '2026-03-02 10:00Z' + n * interval '1 day', 'Note', 'Place', CASE n WHEN 1 THEN 'DONE' ELSE 'CANCELLED' END,
        CASE n WHEN 2 THEN 'PROVIDER' END, CASE n WHEN 2 THEN 'Reason' END, CASE n WHEN 1 THEN timestamptz '2026-03-03 10:00Z' END,
        timestamptz '2026-03-01 08:00Z', timestamptz '2026-03-01 08:00Z'
      FROM families f CROSS JOIN generate_series(1, 2) AS n
      WHERE NOT EXISTS (SELECT 1 FROM bookings b WHERE b.family_id = f.family_id);
    END
    $bookings$
    """
  }

  /// Rows of pickup for each family without any: its students are in a class of a school of their own, which has no staff.
  private static var pickup: String {
    """
    DO $pickup$
    DECLARE
      home record;
      school uuid;
      class uuid;
    BEGIN
      FOR home IN
        SELECT family_id FROM families WHERE EXISTS (SELECT 1 FROM members m WHERE m.family_id = families.family_id AND m.role = 'STUDENT')
          AND NOT EXISTS (SELECT 1 FROM enrolments e WHERE e.family_id = families.family_id)
      LOOP
        school := md5('school of ' || home.family_id)::uuid;
        class := md5('class of ' || home.family_id)::uuid;
        INSERT INTO schools (id, name, time_zone) VALUES (school, 'Generated School', 'UTC');
        INSERT INTO school_classes (school_id, id, name) VALUES (school, class, 'Generated Class');
        INSERT INTO school_families (family_id, school_id) VALUES (home.family_id, school);
        INSERT INTO enrolments (
          family_id, id, student_id, school_id, staff_school_id, class_id, student_name, student_number, gender, state)
        SELECT m.family_id, md5('enrolment of ' || m.id)::uuid, m.id, school, school, class, m.name, left(m.id::text, 8), 'Gender',
          'CONFIRMED'
        FROM members m WHERE m.family_id = home.family_id AND m.role = 'STUDENT';
        INSERT INTO pickup_guardians (family_id, id, enrolment_id, member_id, name, is_confirmed)
        SELECT m.family_id, md5('guardian of ' || e.id || m.id)::uuid, e.id, m.id, m.name, true
        FROM members m JOIN enrolments e ON e.family_id = m.family_id
        WHERE m.family_id = home.family_id AND m.role = 'PARENT' ON CONFLICT DO NOTHING;
        INSERT INTO collectors (family_id, id, enrolment_id, name)
        SELECT e.family_id, md5('collector of ' || e.id)::uuid, e.id, 'Collector' FROM enrolments e WHERE e.family_id = home.family_id;
        INSERT INTO dismissals (family_id, id, enrolment_id, day, day_ends_at, state, note, requested_at, requested_by)
        SELECT e.family_id, md5('dismissal of ' || e.id)::uuid, e.id, date '2026-09-07', timestamptz '2026-09-08 00:00Z', 'EXPIRED',
          'Note', timestamptz '2026-09-07 14:00Z', 'Somebody'
        FROM enrolments e WHERE e.family_id = home.family_id;
        INSERT INTO pickup_cards (family_id, id, member_id, school_id)
        SELECT m.family_id, md5('card of ' || m.id)::uuid, m.id, school
        FROM members m WHERE m.family_id = home.family_id AND m.role = 'PARENT';
        INSERT INTO pickup_times (family_id, id, enrolment_id, days, time)
        SELECT e.family_id, md5('time of ' || e.id)::uuid, e.id, ARRAY['MONDAY'], '15:00' FROM enrolments e
        WHERE e.family_id = home.family_id;
        INSERT INTO class_messages (family_id, id, enrolment_id, is_from_staff, author_name, text)
        SELECT e.family_id, md5('message of ' || e.id)::uuid, e.id, false, 'Author', 'Text' FROM enrolments e
        WHERE e.family_id = home.family_id;
        INSERT INTO school_attendance (family_id, id, enrolment_id, date, recorded_state, state, note, recorded_by)
        SELECT e.family_id, md5('attendance of ' || e.id)::uuid, e.id, date '2026-09-07', 'ABSENT', 'EXCUSED', 'Note', 'Somebody'
        FROM enrolments e WHERE e.family_id = home.family_id;
        INSERT INTO absence_reports (
          family_id, id, enrolment_id, first_day, last_day, reason, note, state, decided_by, decision_note, created_at, updated_at)
        SELECT e.family_id, md5('absence of ' || e.id)::uuid, e.id, date '2026-09-07', date '2026-09-08', 'ILLNESS', 'Note', 'EXCUSED',
          'Somebody', 'Note', timestamptz '2026-09-07 08:00Z', timestamptz '2026-09-07 14:00Z'
        FROM enrolments e WHERE e.family_id = home.family_id;
        INSERT INTO tickets (family_id, id, school_id, author_id, enrolment_id, kind, title, state)
        SELECT e.family_id, md5('ticket of ' || e.id)::uuid, e.school_id, m.id, e.id, 'QUESTION', 'Title', 'OPEN'
        FROM enrolments e JOIN members m ON m.family_id = e.family_id AND m.id = (
          SELECT p.id FROM members p WHERE p.family_id = home.family_id AND p.role = 'PARENT' ORDER BY p.id LIMIT 1)
        WHERE e.family_id = home.family_id;
        INSERT INTO ticket_messages (family_id, id, ticket_id, is_from_staff, author_name, text)
        SELECT t.family_id, md5('message of ' || t.id)::uuid, t.id, false, 'Author', 'Text' FROM tickets t
        WHERE t.family_id = home.family_id;
        INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes)
        SELECT home.family_id, md5('picture of ' || home.family_id)::uuid, m.account_id, 'Picture.png', 'image/png', 'PICTURE', 1,
          sha256('p'), 1, 1, 1, 1
        FROM members m WHERE m.family_id = home.family_id AND m.role = 'PARENT' ORDER BY m.id LIMIT 1;
        INSERT INTO absence_files (family_id, id, report_id, file_id)
        SELECT r.family_id, md5('file of ' || r.id)::uuid, r.id, f.id FROM absence_reports r JOIN files f ON f.home_id = r.family_id
        WHERE r.family_id = home.family_id AND f.kind = 'PICTURE';
        UPDATE accounts SET picture_id = f.id FROM members m JOIN files f ON f.home_id = m.family_id
        WHERE m.account_id = accounts.id AND m.family_id = home.family_id AND m.role = 'PARENT' AND f.kind = 'PICTURE';
        INSERT INTO files (home_id, id, name, media_type, kind, bytes, sha256, stored_bytes, declared_bytes)
        VALUES (school, md5('file of ' || school)::uuid, 'Answer.txt', 'text/plain', 'DOCUMENT', 1, sha256('d'), 1, 1);
        INSERT INTO ticket_files (family_id, id, message_id, file_id)
        SELECT t.family_id, md5('file of ' || t.id)::uuid, t.id, md5('file of ' || school)::uuid FROM ticket_messages t
        WHERE t.family_id = home.family_id;
        INSERT INTO message_reads (family_id, id, member_id, enrolment_id, read_until)
        SELECT g.family_id, md5('read of ' || g.id)::uuid, g.member_id, g.enrolment_id, timestamptz '2026-09-08 00:00Z'
        FROM pickup_guardians g WHERE g.family_id = home.family_id;
        INSERT INTO school_notices (family_id, id, enrolment_id, kind)
        SELECT e.family_id, md5('notice of ' || e.id)::uuid, e.id, 'LEFT_WAITING' FROM enrolments e WHERE e.family_id = home.family_id;
      END LOOP;
    END
    $pickup$
    """
  }
}
