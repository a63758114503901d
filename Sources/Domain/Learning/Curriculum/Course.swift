import Planning
import SQL

/// `Course` (REQ-CURR-004…008, GT-01).
enum Course: WritableType {
  enum Column: String, ColumnName {
    case subjectID = "subject_id"
    case termID = "term_id"
    case creditHours = "credit_hours"
    case keeperID = "keeper_id"
    case name, code, status, version
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("courses_completed_at", "the trigger date_completion writes it with the status")
  ]

  static let entity = Entity<Viewer>(
    "Course", table: "courses", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 1_000, bytes: 8 << 20),
    order: [.ascending("name")],
    stored: [
      .family: [
        "id", "name", "description", "subject", "term", "code", "instructor", "creditHours", "status", "icon", "color",
        "completedAt", "isExcludedFromGradePointAverage", "gradingMethod", "level", "targetGrade", "keeper", "createdAt",
        "updatedAt", "version",
      ]
    ],
    resolvers: [
      "grade": .expression(.numeric, access: .family) { course, arguments in
        GradeRule(of: course, student: arguments.isGiven("studentId") ? arguments.value("studentId", as: .uuid) : nil)
          .grade(isPlainMean: course["is_plain_mean"])
      },
      "assignments": .toMany(access: .family),
      "files": .toMany(through: FileUse.self, from: .courseID, to: .fileID, access: .family),
    ])

  static let rules = WriteRules(
    hasOthers: "The course has assignments. Remove them first, or ask for it with \"cascade\".",
    cascade: { id, rows throws(MutationFailure) in
      try await rows.detach(assignmentsBy: .courseID, among: [id])
      _ = try await rows.delete(Assignment.self, where: .courseID, isAmong: [id])
    },
    beforeDelete: { id, rows throws(MutationFailure) in
      try await rows.detach(courses: [id])
      try await DegreeCourse.takeOut([id], rows)
    },
    keeperDeletes: { course in "NOT \(hasOthers(course["id"], course.viewer))" })

  /// Whether work is expected in a course.
  static func isActive(_ course: String) -> SQL { "\(identifier: course).status = 'ACTIVE'" }

  /// Whether a course is completed. One that is archived after that stays so, until it is active again: a trigger keeps
  /// `completed_at`.
  static func isCompleted(_ course: String) -> SQL { "\(identifier: course).completed_at IS NOT NULL" }

  /// Whether a course has work of other students than the viewer, or a grade that a parent set by hand.
  static func hasOthers(_ course: SQL, _ viewer: (Viewer.Attribute) -> SQL) -> SQL {
    """
    (EXISTS (SELECT 1 FROM assignments other WHERE other.family_id = \(viewer(.familyID)) \
    AND other.course_id = \(course) AND other.student_id <> \(viewer(.memberID))) \
    OR EXISTS (SELECT 1 FROM grade_overrides other WHERE other.family_id = \(viewer(.familyID)) AND other.course_id = \(course)))
    """
  }
}
