package import SQL

/// The check of one family for overdue assignments (REQ-NOT-005…009), as the statements of one transaction of the
/// role `hatched_worker`.
///
/// The family is locked first, as every change locks it (`LockOrder`). Then the check claims the family's hour, which only
/// one process can: another that comes at the same time waits, and then finds nothing to do, or does it when the first one
/// was rolled back. The mark and the notifications stand or fall together, so a crash leaves nothing half done, and nothing is
/// done twice.
package struct OverdueCheck: Sendable {
  private let family: SQLValue
  private let hour: SQLValue
  private let process: SQLValue

  /// - Parameters:
  ///   - hour: which check it is, in seconds since 1970.
  ///   - process: who makes it; another for each process and hour.
  package init(of family: UUIDValue, hour: Int64, by process: UUIDValue) {
    self.family = .uuid(family)
    self.hour = .float8(Double(hour))
    self.process = .uuid(process)
  }

  /// The start of the current hour in seconds since 1970, as text; the seconds until the next hour; the id of a family. One
  /// row for each family, and one row with a null id if there is none. Needs no scope.
  package static let families: Statement = {
    let sql: SQL = """
      SELECT extract(epoch FROM clock.hour)::bigint::text, \
      ceil(extract(epoch FROM clock.hour + interval '1 hour' - now()))::int4, families.family_id \
      FROM (SELECT date_trunc('hour', now()) AS hour) AS clock LEFT JOIN families ON true
      """
    return sql.statement
  }()

  /// The maximum number of notifications of one check of a family; the rest follows an hour later. A number of 12 bits.
  private static let maximum: Int32 = 1000

  package var statements: [Statement] { [LockOrder.timeoutStatement] + [scope, lock, claim, tell].map(\.statement) }

  /// The number of members that were told, by the rows of `statements`; nil when the hour is another process's.
  package static func notifications(in rows: [Rows]) -> Int? {
    guard rows.count == 5, rows[4].count == 1 else { return nil }
    return rows[4].int4(row: 0, column: 0).map { Int($0) }
  }

  private var scope: SQL { "SELECT set_config('hatched.family_id', \(bind: family)::text, true)" }

  private var lock: SQL { "SELECT lock_family()" }

  /// An hour that is further on than the next one was claimed while the database's clock was wrong.
  private var claim: SQL {
    """
    INSERT INTO overdue_checks (family_id, hour, process) \
    VALUES (\(bind: family), to_timestamp(\(bind: hour)), \(bind: process)) \
    ON CONFLICT (family_id) DO UPDATE SET hour = EXCLUDED.hour, process = EXCLUDED.process \
    WHERE overdue_checks.hour < EXCLUDED.hour OR overdue_checks.hour > EXCLUDED.hour + interval '1 hour'
    """
  }

  /// Notifies the student, unless the work is marked as done, and every parent with an account. Parents of a student who
  /// marked the work as done read that it waits for a grade.
  ///
  ///     WITH told AS (INSERT INTO notifications … SELECT … FROM (SELECT … FROM overdue_checks … WHERE process = $3 …
  ///       LIMIT …) AS late … RETURNING id)
  ///     UPDATE overdue_checks SET notified = (SELECT count(*) FROM told) … RETURNING notified
  private var tell: SQL {
    let column = { (name: String) -> SQL in "assignments.\(identifier: name)" }
    let isOverdue = AssignmentState.isOverdue(column, in: "home.time_zone", of: "\(bind: family)")
    // Work that was due before it was made, such as a new family's earlier work, causes no notification.
    let wasDueLater: SQL = """
      assignments.created_at <= \(AssignmentState.dueMoment(column("due_date"), column("due_time"), in: "home.time_zone"))
      """
    let today = FamilyCalendar.today(in: "home.time_zone")
    return """
      WITH told AS (\
      INSERT INTO notifications (family_id, id, recipient_id, kind, event, arguments, student_id, assignment_id, \
      due_date, notice_date) \
      SELECT late.family_id, \(Self.id), late.recipient, 'OVERDUE', \
      CASE WHEN late.is_done THEN 'WAITS_FOR_GRADE' ELSE 'OVERDUE' END, \
      jsonb_build_object('student', late.name, 'assignment', late.title, 'dueDate', late.due_date)::text, \
      late.student, late.id, late.due_date, late.notice_date FROM (\
      SELECT assignments.family_id, assignments.id, assignments.title, assignments.due_date, assignments.due_time, \
      assignments.done_at IS NOT NULL AS is_done, students.id AS student, students.name, recipients.id AS recipient, \
      CASE WHEN home.repeats THEN slot.day ELSE assignments.due_date END AS notice_date \
      FROM overdue_checks CROSS JOIN overdue_settings() AS home \
      JOIN assignments ON assignments.family_id = \(bind: family) \
      AND assignments.due_date <= \(today) AND \(isOverdue) AND \(wasDueLater) \
      CROSS JOIN LATERAL (SELECT \(Self.slot(today: today)) AS day) AS slot \
      JOIN members students ON students.family_id = \(bind: family) AND students.id = assignments.student_id \
      JOIN members recipients ON recipients.family_id = \(bind: family) AND recipients.account_id IS NOT NULL \
      AND (recipients.role = 'PARENT' OR recipients.id = students.id AND assignments.done_at IS NULL) \
      WHERE overdue_checks.family_id = \(bind: family) AND overdue_checks.process = \(bind: process) \
      AND assignments.points_awarded IS NULL AND NOT EXISTS (\
      SELECT 1 FROM notifications earlier WHERE earlier.family_id = \(bind: family) \
      AND earlier.assignment_id = assignments.id AND earlier.recipient_id = recipients.id \
      AND earlier.kind = 'OVERDUE' AND \(Self.isDuplicate)) \
      ORDER BY assignments.due_date DESC, assignments.id, recipients.id LIMIT \(bind: .int4(Self.maximum))) AS late \
      ON CONFLICT DO NOTHING RETURNING id) \
      UPDATE overdue_checks SET checked_at = now(), notified = (SELECT count(*) FROM told) \
      WHERE family_id = \(bind: family) AND process = \(bind: process) RETURNING notified
      """
  }

  /// The day of the current slot of an assignment: the last day of the family's calendar whose due time has passed. Slots
  /// begin at the same time of the family's clock every day, the first one at the due moment, so repeats do not drift,
  /// however early or late in its slot a check runs.
  ///
  ///     CASE WHEN (today + coalesce(due_time, …)) AT TIME ZONE … < now() THEN today ELSE today - 1 END
  private static func slot(today: SQL) -> SQL {
    let due = AssignmentState.dueMoment(today, "assignments.due_time", in: "home.time_zone")
    return "CASE WHEN \(due) < now() THEN \(today) ELSE \(today) - 1 END"
  }

  /// Whether an earlier notification of the assignment to the recipient makes another one a duplicate (REQ-NOT-008).
  ///
  /// There is one notification for a due date, or one in each slot if the family wants repeats. A notification that
  /// came late in its slot delays the next one to 12 hours later; the ones after that are in time again. A changed due
  /// date notifies again after 24 hours.
  private static let isDuplicate: SQL = """
    CASE WHEN earlier.due_date <> assignments.due_date THEN earlier.created_at > now() - interval '24 hours' \
    ELSE NOT home.repeats OR earlier.notice_date >= slot.day OR earlier.created_at > now() - interval '12 hours' END
    """

  /// The ids of the notifications of one check, of version 7 with a counter — RFC 9562, sections 5.7 and 6.2: all come
  /// at the same time, and a list shows them by their ids, so by student, due moment and title.
  ///
  ///     48 bits of time in milliseconds │ 7 │ 12 bits of the row's number │ 64 random bits, with the variant
  private static let id: SQL = """
    (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7' || \
    lpad(to_hex(row_number() OVER (ORDER BY late.name, late.student, late.due_date, late.due_time, late.title, late.id, \
    late.recipient)), 3, '0') || right(replace(gen_random_uuid()::text, '-', ''), 16))::uuid
    """
}
