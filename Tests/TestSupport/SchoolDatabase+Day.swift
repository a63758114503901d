import SQL

extension SchoolDatabase {
  /// Gives every family a row of each table that samples have none of, so that there is something to see.
  package func fillDayTables() async throws {
    try await run("INSERT INTO quotes (family_id, id, text) SELECT family_id, gen_random_uuid(), 'Q' FROM families")
    try await run(
      """
      INSERT INTO notifications (family_id, id, recipient_id, kind, title, body)
      SELECT family_id, gen_random_uuid(), id, 'HELP_REQUEST', 'T', 'B' FROM members
      """)
    try await run(
      """
      INSERT INTO devices (family_id, id, member_id, platform, token)
      SELECT family_id, gen_random_uuid(), id, 'IOS', 'token of ' || id FROM members
      """)
    try await run(
      "INSERT INTO overdue_checks (family_id, hour, process) SELECT family_id, now(), gen_random_uuid() FROM families")
    try await run(
      """
      INSERT INTO planner_tasks (family_id, id, title, date, color)
      SELECT family_id, gen_random_uuid(), 'P', '2026-09-07', '#2E86AB' FROM families
      """)
    try await run("INSERT INTO resources (family_id, id, title) SELECT family_id, gen_random_uuid(), 'R' FROM families")
    try await run(
      """
      INSERT INTO portfolio_items (family_id, id, student_id, title, date)
      SELECT family_id, gen_random_uuid(), id, 'P', '2026-09-07' FROM members WHERE role = 'STUDENT'
      """)
    try await run(
      """
      INSERT INTO attendance_records (family_id, id, student_id, date, state)
      SELECT family_id, gen_random_uuid(), id, '2020-09-07', 'PRESENT' FROM members WHERE role = 'STUDENT'
      """)
    try await run(
      """
      INSERT INTO questions (family_id, id, assignment_id, prompt, position)
      SELECT family_id, gen_random_uuid(), id, 'Q', 0 FROM assignments
      """)
  }
}
