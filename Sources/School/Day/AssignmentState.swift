import Planning
import SQL

/// How far an assignment is: the one place that says what "overdue" means (REQ-NOT-006).
enum AssignmentState {
  /// The due moment has passed, nothing is graded, and the student has not marked it done. The moment is compared,
  /// not the clock on the wall, which strikes some hours twice where summer time ends: of a time that comes twice
  /// PostgreSQL takes the second, and one that is skipped it reads as if the clock had not been put forward. Without a
  /// time the work is due by the end of the day, which is its last microsecond: the next midnight may come twice, too.
  ///
  ///     coalesce(points_awarded IS NULL AND done_at IS NULL
  ///       AND (due_date + coalesce(due_time, '23:59:59.999999')) AT TIME ZONE (SELECT …) < now(), false)
  ///
  /// - Parameter column: a column of the assignment.
  static func isOverdue(_ column: (String) -> SQL, in timeZone: SQL) -> SQL {
    """
    coalesce(\(column("points_awarded")) IS NULL AND \(column("done_at")) IS NULL \
    AND (\(column("due_date")) + coalesce(\(column("due_time")), time '23:59:59.999999')) \
    AT TIME ZONE \(timeZone) < now(), false)
    """
  }

  static func isOverdue(_ row: RowReference<Viewer>) -> SQL {
    isOverdue({ row[$0] }, in: FamilyCalendar.timeZone(row.viewer))
  }

  /// `AssignmentState` of the SDL.
  static func state(of row: RowReference<Viewer>) -> SQL {
    """
    CASE WHEN \(row["points_awarded"]) IS NOT NULL THEN 'GRADED' WHEN \(row["done_at"]) IS NOT NULL THEN 'DONE' \
    WHEN \(isOverdue(row)) THEN 'OVERDUE' ELSE 'OPEN' END
    """
  }

  /// Whether an assignment waits for a grade: it is done, or it was due (REQ-PAR-001).
  ///
  /// - Parameter column: a column of the assignment.
  static func waitsForGrade(_ column: (String) -> SQL, in timeZone: SQL) -> SQL {
    """
    \(column("points_awarded")) IS NULL \
    AND (\(column("done_at")) IS NOT NULL OR \(isOverdue(column, in: timeZone)))
    """
  }
}
