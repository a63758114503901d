import Planning
import SQL

/// `Student.gradePointAverage` (GT-11), over rows `course` with the grade points `step`.
struct GradePointAverage {
  private let arguments: ArgumentReferences
  private let family: SQL

  /// - Parameter arguments: `termId`, `schoolYearId` and `weighted`.
  init(_ arguments: ArgumentReferences, family: SQL) {
    self.arguments = arguments
    self.family = family
  }

  /// The average of a student: null where no course counts.
  ///
  ///     (SELECT round(round(sum((step.points + …) * coalesce(course.credit_hours, 1)) / sum(…), 15), 2)
  ///      FROM (SELECT work.course_id, … AS plain_mean FROM assignments work WHERE … GROUP BY work.course_id) taken
  ///      JOIN courses course ON … LEFT JOIN grade_overrides byhand ON …
  ///      CROSS JOIN LATERAL (VALUES (coalesce(byhand.grade, …)) OFFSET 0) result (grade)
  ///      CROSS JOIN LATERAL (VALUES (CASE … END) OFFSET 0) step (points) WHERE …)
  static func average(of student: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL {
    let family = student.viewer(.familyID)
    let rule = GradeRule(family: family, course: "course.id", method: "course.grading_method", student: student["id"])
    let average = GradePointAverage(arguments, family: family)
    let step = GradeStep(family: family, course: "course.id", student: student["id"], grade: "result.grade")
    // OFFSET keeps PostgreSQL from computing a grade or its points again wherever they are named.
    return """
      (SELECT \(average.average()) FROM (\
      SELECT work.course_id, \(GradeRule.plainMean(of: "work")) AS plain_mean FROM assignments work \
      WHERE work.family_id = \(family) AND work.student_id = \(student["id"]) GROUP BY work.course_id) taken \
      JOIN courses course ON course.family_id = \(family) AND course.id = taken.course_id \
      LEFT JOIN grade_overrides byhand ON byhand.family_id = \(family) AND byhand.course_id = course.id \
      AND byhand.student_id = \(student["id"]) \
      CROSS JOIN LATERAL (VALUES (coalesce(byhand.grade, \
      CASE WHEN course.is_plain_mean THEN taken.plain_mean ELSE \(rule.generalGrade) END)) OFFSET 0) result (grade) \
      CROSS JOIN LATERAL (VALUES (\(step.points)) OFFSET 0) step (points) \
      WHERE \(average.isOfCourse) AND step.points IS NOT NULL)
      """
  }

  /// The condition for the courses that count.
  var isOfCourse: SQL {
    var conditions: [SQL] = [
      "course.status <> 'ARCHIVED'", "NOT course.is_excluded_from_grade_point_average", "\(hours) > 0",
    ]
    if arguments.isGiven("termId") { conditions.append("course.term_id = \(arguments.value("termId", as: .uuid))") }
    if arguments.isGiven("schoolYearId") {
      conditions.append(
        """
        EXISTS (SELECT 1 FROM terms within WHERE within.family_id = \(family) AND within.id = course.term_id \
        AND within.school_year_id = \(arguments.value("schoolYearId", as: .uuid)))
        """)
    }
    return "\(conditions.joined(separator: " AND "))"
  }

  /// The average of the rows.
  /// - Parameter condition: excludes courses without grade points, unless there are none.
  func average(where condition: SQL? = nil) -> SQL {
    let counted: SQL = condition.map { " FILTER (WHERE \($0))" } ?? ""
    let bonus: SQL = """
      CASE WHEN \(arguments.value("weighted", as: .bool)) AND step.points > 0 \
      THEN CASE course.level WHEN 'HONORS' THEN 0.5 WHEN 'ADVANCED' THEN 1 ELSE 0 END ELSE 0 END
      """
    // As many decimals as the rounding needs, whatever the points and hours have.
    let sum: SQL = "sum((step.points + \(bonus)) * \(hours))\(counted) * 1.000000000000000000000000000000"
    return GradeRule.rounded("\(sum) / sum(\(hours))\(counted)")
  }

  private var hours: SQL { "coalesce(course.credit_hours, 1)" }
}
