import Planning
import SQL

/// `GradeNeeded`: the points that a piece of work needs for a wanted grade (GT-07), one row for each course.
///
/// g(x) is the unrounded grade with x points in the work, which has p points possible. It is linear: g(0) and g(p) tell all of
/// it. The least x = k/100 with R(g(x)) ≥ wanted is looked for beside the solution of g(x) = wanted - 0.005.
enum GradeNeeded: EntityType {
  static let entity = Entity<Viewer>(
    computed: "GradeNeeded", named: "grades_needed", key: "course_id", .uuid, scope: .family, extent: .unbounded,
    resolvers: [
      "outcome": .column("outcome", .text, access: .family),
      "points": .column("points", .numeric, access: .family),
      "percentage": .expression(.numeric, access: .family) { row, _ in
        "round(\(row["points"]) * 100 / \(row["possible"]), 2)"
      },
      "bestGrade": .expression(.numeric, access: .family) { row, _ in GradeRule.rounded(row["best"]) },
      "worstGrade": .expression(.numeric, access: .family) { row, _ in GradeRule.rounded(row["worst"]) },
    ]
  ) { arguments, viewer in
    let work = AskedWork(arguments, viewer(.familyID))
    let wanted = arguments.value("wanted", as: .decimal(.wantedGrade))
    let rounded = { (points: SQL) in
      GradeRule.rounded("asked.worst + (asked.best - asked.worst) * \(points) / asked.possible")
    }
    // OFFSET keeps PostgreSQL from computing a grade again wherever it is named.
    return """
      SELECT asked.family_id, asked.course_id, asked.possible, asked.best, asked.worst, \
      CASE WHEN solved.points IS NULL THEN 'NO_EFFECT' WHEN \(GradeRule.rounded("asked.worst")) >= \(wanted) THEN 'SECURED' \
      WHEN solved.points <= asked.possible THEN 'NEEDED' ELSE 'OUT_OF_REACH' END AS outcome, solved.points FROM (\
      SELECT course.family_id, course.id AS course_id, grades.* FROM courses course CROSS JOIN LATERAL (\
      SELECT \(work.possible) AS possible, \(work.grade(isFull: false)) AS worst, \
      \(work.grade(isFull: true)) AS best OFFSET 0) grades WHERE course.family_id = \(work.family)) asked \
      CROSS JOIN LATERAL (SELECT CASE WHEN asked.best = asked.worst OR asked.best IS NULL OR asked.worst IS NULL THEN NULL \
      WHEN \(GradeRule.rounded("asked.worst")) >= \(wanted) THEN 0 \
      ELSE (SELECT CASE WHEN min(k) / 100 > asked.possible AND \(GradeRule.rounded("asked.best")) >= \(wanted) \
      THEN asked.possible ELSE min(k) / 100 END \
      FROM (SELECT ceil((\(wanted) - 0.005 - asked.worst) * 100 * asked.possible / (asked.best - asked.worst)) AS near) guess \
      CROSS JOIN LATERAL generate_series(greatest(guess.near - 1, 0), guess.near + 1) AS k \
      WHERE \(rounded("k / 100")) >= \(wanted)) END AS points OFFSET 0) solved
      """
  }

  /// Whether the arguments name work whose points can be asked for: new work, or work of the student and the course that has
  /// points possible and no grade.
  static func isAskable(_ course: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL {
    if arguments.isGiven("pointsPossible") == arguments.isGiven("assignmentId") { return "false" }
    let family = course.viewer(.familyID)
    if arguments.isGiven("assignmentId") {
      if arguments.isGiven("weightGroupId") { return "false" }
      return """
        EXISTS (SELECT 1 FROM assignments asked WHERE asked.family_id = \(family) AND asked.course_id = \(course["id"]) \
        AND asked.id = \(arguments.value("assignmentId", as: .uuid)) \
        AND asked.student_id = \(arguments.value("studentId", as: .uuid)) \
        AND asked.points_awarded IS NULL AND asked.points_possible IS NOT NULL)
        """
    }
    guard arguments.isGiven("weightGroupId") else { return "true" }
    return """
      EXISTS (SELECT 1 FROM weight_groups g WHERE g.family_id = \(family) \
      AND g.course_id = \(course["id"]) AND g.id = \(arguments.value("weightGroupId", as: .uuid)))
      """
  }
}

/// The work that `gradeNeeded` asks about, inside a statement over rows `course`.
private struct AskedWork {
  let arguments: ArgumentReferences
  let family: SQL
  let student: SQL

  init(_ arguments: ArgumentReferences, _ family: SQL) {
    self.arguments = arguments
    self.family = family
    student = arguments.value("studentId", as: .uuid)
  }

  private var assignment: SQL? {
    arguments.isGiven("assignmentId") ? arguments.value("assignmentId", as: .uuid) : nil
  }

  /// The points possible.
  var possible: SQL {
    guard let assignment else { return arguments.value("pointsPossible", as: .decimal(.pointsPossible)) }
    return """
      (SELECT asked.points_possible FROM assignments asked WHERE asked.family_id = \(family) AND asked.id = \(assignment))
      """
  }

  /// The unrounded grade of the course with all points in the work, or with none.
  func grade(isFull: Bool) -> SQL {
    let rule = GradeRule(family: family, course: "course.id", method: "course.grading_method", student: student)
    if let assignment {
      let asked: SQL = isFull ? "graded.points_possible" : "0"
      return rule.unroundedGrade(
        of: .init(points: "CASE WHEN graded.id = \(assignment) THEN \(asked) ELSE graded.points_awarded END"))
    }
    let group: SQL = arguments.isGiven("weightGroupId") ? arguments.value("weightGroupId", as: .uuid) : "NULL::uuid"
    return rule.unroundedGrade(
      of: .init(
        rows: """
          (SELECT a.family_id, a.course_id, a.student_id, a.weight_group_id, a.is_counted, a.is_extra_credit, \
          a.points_possible, a.points_awarded FROM assignments a \
          WHERE a.family_id = \(family) AND a.course_id = course.id AND a.student_id = \(student) \
          UNION ALL SELECT course.family_id, course.id, \(student), \(group), true, false, \(possible), \
          \(isFull ? possible : "0")) graded
          """))
  }
}

extension DecimalBounds {
  static let wantedGrade = DecimalBounds(minimum: 0, includesMinimum: true, limit: 1_000, includesLimit: true, decimals: 2)
  static let pointsPossible = DecimalBounds(minimum: 0, includesMinimum: false, limit: 1_000_000, decimals: 4)
  static let pointsAwarded = DecimalBounds(minimum: 0, includesMinimum: true, limit: 1_000_000, decimals: 4)
}
