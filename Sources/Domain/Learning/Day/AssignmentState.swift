import Planning
import SQL

/// The state of an assignment. This is the only place that defines "overdue" (REQ-NOT-006): its due moment has passed, points
/// awarded is null, and the work is active. A mark as done changes who is notified (see ``OverdueCheck``), not whether work is
/// overdue.
enum AssignmentState {
  /// Whether work is active: its course is, or it has none. Nothing is expected of the work of a course that is completed or
  /// archived: it is not overdue, waits for no grade, and is not planned while it is open.
  ///
  ///     (course_id IS NULL OR course_id NOT IN (SELECT ended.id FROM courses ended
  ///       WHERE ended.family_id = $1 AND ended.status <> 'ACTIVE'))
  ///
  /// - Parameter column: a column of the assignment.
  static func isActive(_ column: (String) -> SQL, of family: SQL) -> SQL {
    // A set that PostgreSQL makes once for a statement.
    """
    (\(column("course_id")) IS NULL OR \(column("course_id")) NOT IN (\
    SELECT ended.id FROM courses ended WHERE ended.family_id = \(family) AND NOT \(Course.isActive("ended"))))
    """
  }

  /// Whether planners and the lists of a day show an assignment: it is active, done or graded.
  static func isPlanned(_ row: RowReference<Viewer>) -> SQL {
    """
    (\(row["points_awarded"]) IS NOT NULL OR \(row["done_at"]) IS NOT NULL \
    OR \(isActive({ row[$0] }, of: row.viewer(.familyID))))
    """
  }

  /// The moment by which work is due.
  ///
  /// PostgreSQL resolves local times that the clock shows twice to the second one, and shifts times that the clock skips
  /// past the gap. Without a time, work is due at the last microsecond of the day and not at the next midnight, because
  /// that midnight may come twice.
  ///
  ///     (due_date + coalesce(due_time, time '23:59:59.999999')) AT TIME ZONE 'America/New_York'
  ///
  /// - Parameters:
  ///   - day: a `date`.
  ///   - time: a `time`, or null for the end of the day.
  static func dueMoment(_ day: SQL, _ time: SQL, in timeZone: SQL) -> SQL {
    "(\(day) + coalesce(\(time), time '23:59:59.999999')) AT TIME ZONE \(timeZone)"
  }

  /// Whether an assignment is overdue; never null.
  ///
  ///     coalesce(points_awarded IS NULL AND (due_date + …) AT TIME ZONE (SELECT …) < now() AND (…), false)
  ///
  /// - Parameter column: a column of the assignment.
  static func isOverdue(_ column: (String) -> SQL, in timeZone: SQL, of family: SQL) -> SQL {
    """
    coalesce(\(column("points_awarded")) IS NULL \
    AND \(dueMoment(column("due_date"), column("due_time"), in: timeZone)) < \(now: nextDueMoment) \
    AND \(isActive(column, of: family)), false)
    """
  }

  /// Open work of the family becomes overdue. Work that is due later than in two days counts from a midnight before that on.
  ///
  /// The time zone is a query of its own: in a join, row-level security would keep the days from the index.
  static let nextDueMoment: Boundary = {
    let due = dueMoment("work.due_date", "work.due_time", in: FamilyCalendar.timeZone(\.inScope))
    let today: SQL = "(now() AT TIME ZONE 'UTC')::date"
    return Boundary(
      "assignments.due",
      next: """
        least(\(Boundary.familyMidnight.moment), (SELECT min(\(due)) FROM assignments work \
        WHERE work.family_id = \(Viewer.Attribute.familyID.inScope) AND work.points_awarded IS NULL \
        AND work.due_date BETWEEN \(today) - 2 AND \(today) + 2 AND \(due) >= now()))
        """)
  }()

  static func isOverdue(_ row: RowReference<Viewer>) -> SQL {
    isOverdue({ row[$0] }, in: FamilyCalendar.timeZone(row.viewer), of: row.viewer(.familyID))
  }

  /// `AssignmentState` of the SDL. Work that is both done and overdue is `DONE`: `isOverdue` tells the rest.
  static func state(of row: RowReference<Viewer>) -> SQL {
    """
    CASE WHEN \(row["points_awarded"]) IS NOT NULL THEN 'GRADED' WHEN \(row["done_at"]) IS NOT NULL THEN 'DONE' \
    WHEN \(isOverdue(row)) THEN 'OVERDUE' ELSE 'OPEN' END
    """
  }

  /// Whether an assignment waits for a grade: it is active, done or overdue, and not graded (REQ-PAR-001).
  ///
  /// - Parameter column: a column of the assignment.
  static func waitsForGrade(_ column: (String) -> SQL, in timeZone: SQL, of family: SQL) -> SQL {
    """
    \(column("points_awarded")) IS NULL AND \(isActive(column, of: family)) \
    AND (\(column("done_at")) IS NOT NULL \
    OR \(dueMoment(column("due_date"), column("due_time"), in: timeZone)) < \(now: nextDueMoment))
    """
  }
}
