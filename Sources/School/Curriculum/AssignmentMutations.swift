import Planning
import SQL

extension EntityMutations {
  /// REQ-CURR-009…014.
  static let assignment = EntityMutations(
    typeName: "Assignment", name: "assignment",
    values: { input throws(MutationFailure) in
      let possible = try input.decimal("pointsPossible", atLeast: 1, below: 1_000_000)
      return try input.reference("studentId", "student_id", isRequired: true)
        + input.reference("courseId", "course_id")
        + input.text("title", "title", characters: 1...500, isRequired: true)
        + input.text("instructions", "instructions", characters: 0...100_000, lines: .many)
        + input.value("dueDate", "due_date", .date, input.date("dueDate"))
        + input.value("dueTime", "due_time", .time, input.time("dueTime"))
        + input.value("pointsPossible", "points_possible", .numeric, possible)
    },
    references: ["assignments_student": "studentId", "assignments_course": "courseId"],
    upperBound: points,
    checkViolations: ["assignments_due_time": (["dueTime", "dueDate"], "\"dueTime\" needs a \"dueDate\".")])

  /// REQ-GRADE-001…007.
  static let grade = EntityMutations(
    typeName: "Assignment", name: "assignment",
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
