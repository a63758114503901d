import Planning
import SQL

/// `Assignment` (REQ-CURR-009…014).
enum Assignment: WritableType {
  enum Column: String, ColumnName {
    case id
    case studentID = "student_id"
    case courseID = "course_id"
    case title
    case dueDate = "due_date"
    case dueTime = "due_time"
    case doneAt = "done_at"
    case weightGroupID = "weight_group_id"
  }

  static let constraints: [ConstraintRule] = [
    .invalid(
      "assignments_bonus", ["pointsAwarded", "pointsPossible", "isExtraCredit", "allowsBonus"],
      "\"pointsAwarded\" must be at most \"pointsPossible\", unless the work is extra credit or allows a bonus."),
    .invalid(
      "assignments_points_possible_of_grade", ["pointsPossible", "pointsAwarded"],
      "\"pointsPossible\" must be there where there are \"pointsAwarded\"."),
    .invalid("assignments_graded_on", ["gradedOn"], "\"gradedOn\" needs \"pointsAwarded\"."),
    .invalid(
      "assignments_graded_by_today", ["gradedOn"], "\"gradedOn\" must not be after LIMIT, today where the family lives."),
    .unreachable("assignments_graded_at", "the trigger date_grade writes it with the grade"),
  ]

  /// The columns of a grade, which no copy of an assignment has.
  static let gradeColumns = ["points_awarded", "graded_on"]

  static let entity = Entity<Viewer>(
    "Assignment", table: "assignments", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 100_000, bytes: 64 << 20),
    order: [.ascending("due_date")],
    stored: [
      .family: [
        "id", "title", "instructions", "dueDate", "dueTime", "pointsPossible", "pointsAwarded", "percentage", "student",
        "course", "doneAt", "gradedAt", "weightGroup", "isCounted", "isExtraCredit", "allowsBonus", "createdAt", "updatedAt",
        "version",
      ]
    ], cascades: ["student"],
    resolvers: [
      "gradedOn": .expression(.date, access: .family) { row, _ in
        "coalesce(\(row["graded_on"]), (\(row["graded_at"]) AT TIME ZONE \(FamilyCalendar.timeZone(row.viewer)))::date)"
      },
      "isOverdue": .expression(.bool, access: .family) { row, _ in AssignmentState.isOverdue(row) },
      "state": .expression(.text, access: .family) { row, _ in AssignmentState.state(of: row) },
      "files": .toMany(through: FileUse.self, from: .assignmentID, to: .fileID, access: .family),
    ])

  /// The points are REQ-GRADE-001…007.
  static let rules = WriteRules(
    upperBound: UpperBound(
      number: .init(field: "pointsAwarded", column: "points_awarded"),
      most: .init(field: "pointsPossible", column: "points_possible"),
      exemptions: [
        .init(field: "isExtraCredit", column: "is_extra_credit"), .init(field: "allowsBonus", column: "allows_bonus"),
      ]),
    checkViolations: [
      "assignments_due_time": (["dueTime", "dueDate"], "\"dueTime\" needs a \"dueDate\"."),
      "assignments_grouped": (
        ["weightGroupId"], "\"weightGroupId\" needs a \"courseId\": a group is of the assignment's course."
      ),
    ],
    former: ["previousCourse": "course_id", "previousStudent": "student_id"], related: ["course": "course_id"],
    beforeDelete: { id, rows throws(MutationFailure) in try await rows.detach(assignment: id) })
}
