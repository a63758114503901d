import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `Assignment` (REQ-CURR-009…013).
  static var assignment: Entity {
    Entity(
      "Assignment", table: "assignments", scope: .family, visibility: .wholeScope, extent: .unbounded,
      quota: Quota(rows: 100_000, bytes: 64 << 20),
      order: [.ascending("due_date")],
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "title": .column("title", .text, access: .family),
        "instructions": .column("instructions", .text, characters: 100_000, access: .family),
        "dueDate": .column("due_date", .date, access: .family),
        "dueTime": .column("due_time", .time, access: .family),
        "pointsPossible": .column("points_possible", .numeric, access: .family),
        "pointsAwarded": .column("points_awarded", .numeric, access: .family),
        "percentage": .column("percentage", .numeric, access: .family),
        "student": .toOne(foreignKey: "student_id", access: .family),
        "course": .toOne(foreignKey: "course_id", access: .family),
        "doneAt": .column("done_at", .timestamptz, access: .family),
        "isOverdue": .expression(.bool, access: .family) { row, _ in AssignmentState.isOverdue(row) },
        "state": .expression(.text, access: .family) { row, _ in AssignmentState.state(of: row) },
        "createdAt": .column("created_at", .timestamptz, access: .family),
        "updatedAt": .column("updated_at", .timestamptz, access: .family),
        "version": .column("version", .int4, access: .family),
      ])
  }
}
