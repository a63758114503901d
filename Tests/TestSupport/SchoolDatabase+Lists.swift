import SQL
import SampleData

extension SchoolDatabase {
  /// Gives every family rows to list, with values that come several times, and with none: the same ones in every
  /// database of the same families. Tables without sample rows of their own get theirs from the types of their columns.
  package func fillListTables() async throws {
    let number: SQL = "generate_series(1, 24) AS n"
    /// An id that a row of a family always has.
    func id(_ kind: String, _ owner: SQL) -> SQL { "md5(\(bind: .text(kind)) || \(owner) || n)::uuid" }
    let rows: [SQL] = [
      // One year of 24 terms, and 23 without.
      """
      INSERT INTO school_years (family_id, id, name, first_day, last_day)
      SELECT family_id, \(id("school year", "family_id::text")), 'Year ' || n / 3, make_date(2030 + n, 1, 1), make_date(2030 + n, 12, 31)
      FROM families, \(number)
      """,
      """
      INSERT INTO terms (family_id, id, school_year_id, name, first_day, last_day)
      SELECT family_id, \(id("term", "family_id::text")), md5('school year' || family_id || 1)::uuid, 'Term ' || n / 3,
        date '2031-01-01' + 10 * n, date '2031-01-05' + 10 * n
      FROM families, \(number)
      """,
      """
      INSERT INTO time_slots (family_id, id, course_id, days, start_time, end_time, place)
      SELECT family_id, \(id("slot", "id::text")), id,
        CASE WHEN n % 2 = 0 THEN '{MONDAY,FRIDAY}' ELSE '{SUNDAY}' END::text[], time '08:00' + n / 2 * interval '20 minutes',
        time '08:30' + n / 2 * interval '20 minutes', CASE WHEN n % 3 > 0 THEN 'Room ' || n / 3 END
      FROM (
        SELECT family_id, id, row_number() OVER (PARTITION BY family_id ORDER BY id) AS place FROM courses) c, \(number)
      WHERE place <= 2
      """,
      """
      INSERT INTO resources (family_id, id, title, link, note, subject_id, created_at)
      SELECT family_id, \(id("resource", "family_id::text")), 'Resource ' || n / 3,
        CASE WHEN n % 2 = 0 THEN 'https://example.org/' || n END, CASE WHEN n % 5 = 0 THEN 'Note 100%' END,
        (SELECT s.id FROM subjects s WHERE s.family_id = families.family_id AND n % 4 > 0 ORDER BY s.name, s.id OFFSET greatest(n % 4 - 1, 0) LIMIT 1),
        timestamptz '2026-01-01Z' + n * interval '1.000001 s' FROM families, \(number)
      """,
      """
      INSERT INTO portfolio_items (family_id, id, student_id, title, date, link)
      SELECT family_id, \(id("item", "id::text")), id, 'Item ' || n / 5, date '2026-01-01' + n / 4,
        CASE WHEN n % 3 = 0 THEN 'https://example.org/' || n END FROM members, \(number) WHERE role = 'STUDENT'
      """,
      """
      INSERT INTO attendance_records (family_id, id, student_id, date, state, note)
      SELECT family_id, \(id("attendance", "id::text")), id, date '2020-01-01' + n,
        (ARRAY['PRESENT', 'PARTIAL', 'EXCUSED', 'ABSENT'])[n % 4 + 1], CASE WHEN n % 4 = 2 THEN 'A cold.' END
      FROM members, \(number) WHERE role = 'STUDENT'
      """,
      """
      INSERT INTO questions (family_id, id, assignment_id, prompt, position)
      SELECT family_id, \(id("question", "id::text")), id, 'Why ' || n || '?', n / 3 FROM (
        SELECT family_id, id, row_number() OVER (PARTITION BY family_id ORDER BY id) AS place FROM assignments) a, \(number)
      WHERE place <= 3
      """,
      """
      INSERT INTO study_times (family_id, id, student_id, course_id, date, minutes, note)
      SELECT family_id, \(id("study", "id::text")),
        (SELECT m.id FROM members m WHERE m.family_id = courses.family_id AND m.role = 'STUDENT' ORDER BY m.name, m.id LIMIT 1), id,
        date '2026-01-01' + n / 2, 10 * n, CASE WHEN n % 3 = 0 THEN 'Note 100%' END FROM courses, \(number) WHERE n <= 4
      """,
      """
      INSERT INTO notes (family_id, id, author_id, course_id, title, text, created_at)
      SELECT family_id, \(id("course note", "id::text")),
        (SELECT m.id FROM members m WHERE m.family_id = courses.family_id ORDER BY m.name, m.id LIMIT 1), id, 'Note ' || n / 2,
        CASE WHEN n % 3 > 0 THEN 'Text 100% ' || n END, timestamptz '2026-01-01Z' + n / 2 * interval '1 day'
      FROM courses, \(number) WHERE n <= 4
      """,
      """
      INSERT INTO notes (family_id, id, author_id, assignment_id, title, created_at)
      SELECT family_id, \(id("assignment note", "id::text")),
        (SELECT m.id FROM members m WHERE m.family_id = a.family_id ORDER BY m.name DESC, m.id LIMIT 1), id, 'Note ' || n,
        timestamptz '2026-02-01Z' + n / 2 * interval '1 day'
      FROM (
        SELECT family_id, id, row_number() OVER (PARTITION BY family_id ORDER BY id) AS place FROM assignments) a, \(number)
      WHERE place <= 3 AND n <= 4
      """,
      """
      INSERT INTO note_tags (family_id, id, name) SELECT family_id, \(id("tag", "family_id::text")), 'Tag ' || n
      FROM families, \(number)
      """,
      """
      INSERT INTO note_taggings (family_id, id, note_id, note_tag_id)
      SELECT notes.family_id, \(id("tagging", "notes.id::text")), notes.id, \(id("tag", "notes.family_id::text"))
      FROM notes, \(number) WHERE n <= 3
      """,
      """
      INSERT INTO quotes (family_id, id, text, author, created_at)
      SELECT family_id, \(id("quote", "family_id::text")), 'Quote ' || n, CASE WHEN n % 3 > 0 THEN 'Author ' || n / 4 END,
        timestamptz '2026-01-01Z' + n * interval '1 day' FROM families, \(number)
      """,
      """
      INSERT INTO invitations (family_id, id, code_hash, role, student_id, expires_at, revoked_at, created_at)
      SELECT family_id, \(id("invitation", "family_id::text")), sha256(convert_to(family_id::text || n, 'UTF8')),
        CASE WHEN n % 3 = 0 THEN 'STUDENT' ELSE 'PARENT' END,
        CASE WHEN n % 6 = 0 THEN (SELECT m.id FROM members m WHERE m.family_id = families.family_id AND m.role = 'STUDENT' ORDER BY m.id LIMIT 1) END,
        CASE WHEN n % 4 = 0 THEN timestamptz '2020-01-01Z' ELSE timestamptz '2099-01-01Z' + n * interval '1 day' END,
        CASE WHEN n % 5 = 0 THEN timestamptz '2026-01-01Z' END, timestamptz '2025-01-01Z' + n / 2 * interval '1 day'
      FROM families, \(number)
      """,
      """
      INSERT INTO join_requests (family_id, id, account_id, name, email, created_at)
      SELECT family_id, \(id("request", "family_id::text")), a.id, 'Asker ' || n / 2,
        CASE WHEN n % 2 = 0 THEN n || '@example.org' END, timestamptz '2026-01-01Z' + n * interval '1 day'
      FROM families, (SELECT id, row_number() OVER (ORDER BY id) AS n FROM accounts ORDER BY id LIMIT 4) a
      ON CONFLICT DO NOTHING
      """,
      """
      INSERT INTO notifications (family_id, id, recipient_id, kind, title, body, student_id, assignment_id, due_date, notice_date, created_at, read_at)
      SELECT family_id, \(id("notification", "id::text")), id, CASE WHEN n % 3 = 0 THEN 'OVERDUE' ELSE 'HELP_REQUEST' END,
        'Title ' || n / 6, 'Body ' || n, student, CASE WHEN n % 4 > 0 THEN assignment END, date '2026-01-01' + n, date '2026-01-01' + n,
        timestamptz '2026-01-01Z' + n / 2 * interval '1.000001 s', CASE WHEN n % 5 > 1 THEN timestamptz '2026-02-01Z' + n / 7 * interval '1 day' END
      FROM (
        SELECT m.family_id, m.id, s.id AS student,
          (SELECT a.id FROM assignments a WHERE a.family_id = m.family_id AND a.student_id = s.id ORDER BY a.due_date, a.id LIMIT 1) AS assignment
        FROM members m CROSS JOIN LATERAL (
          SELECT id FROM members s WHERE s.family_id = m.family_id AND s.role = 'STUDENT' ORDER BY id LIMIT 1) s
      ) told, \(number)
      """,
      "UPDATE notifications SET deleted_at = created_at WHERE body IN ('Body 7', 'Body 8')",
      """
      INSERT INTO devices (family_id, id, member_id, platform, token)
      SELECT family_id, \(id("device", "id::text")), id, 'IOS', 'token of ' || id || n
      FROM members, \(number) WHERE n <= 4
      """,
    ]
    try await load(rows)
    try await execute(
      script: [
        SampleTable.preparation, GeneratedRows.script(besides: knownTables, rows: 24), SampleTable.completion,
      ].joined(separator: ";\n"))
  }
}
