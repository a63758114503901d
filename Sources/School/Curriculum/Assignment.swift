import Planning
import SQL

/// `Assignment` (REQ-CURR-009…014).
enum Assignment: WritableType {
  enum Column: String, ColumnName {
    case studentID = "student_id"
    case courseID = "course_id"
    case title
    case dueDate = "due_date"
    case dueTime = "due_time"
    case doneAt = "done_at"
  }

  static let entity = Entity<Viewer>(
    "Assignment", table: "assignments", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 100_000, bytes: 64 << 20),
    order: [.ascending("due_date")],
    stored: [
      .family: [
        "id", "title", "instructions", "dueDate", "dueTime", "pointsPossible", "pointsAwarded", "percentage", "student",
        "course", "doneAt", "createdAt", "updatedAt", "version",
      ]
    ], cascades: ["student"],
    resolvers: [
      "isOverdue": .expression(.bool, access: .family) { row, _ in AssignmentState.isOverdue(row) },
      "state": .expression(.text, access: .family) { row, _ in AssignmentState.state(of: row) },
    ])

  static let rules = WriteRules(
    upperBound: points,
    checkViolations: ["assignments_due_time": (["dueTime", "dueDate"], "\"dueTime\" needs a \"dueDate\".")],
    former: ["previousCourse": "course_id"], related: ["course": "course_id"])

  /// REQ-GRADE-001…007.
  static let grading = EntityMutations(
    of: entity, name: "assignment",
    values: { input throws(MutationFailure) in
      let awarded = try input.decimal("pointsAwarded", atLeast: 0, below: 1_000_000)
      let possible = try input.decimal("pointsPossible", atLeast: 1, below: 1_000_000)
      let values =
        try input.value("pointsAwarded", "points_awarded", .numeric, awarded)
        + input.value("pointsPossible", "points_possible", .numeric, possible)
      guard !values.isEmpty else {
        throw .invalid(
          "There is nothing to change: give \"pointsAwarded\" or \"pointsPossible\".",
          at: input.path(of: "pointsAwarded"))
      }
      return values
    },
    upperBound: points)

  private static let points = UpperBound(
    number: .init(field: "pointsAwarded", column: "points_awarded"),
    most: .init(field: "pointsPossible", column: "points_possible"))
}
