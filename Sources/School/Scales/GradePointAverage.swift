import Planning
import SQL

/// `Student.gradePointAverage` (GT-11).
enum GradePointAverage {
  /// The average of a student: null where no course counts.
  ///
  ///     (SELECT round(round(sum((step.points + …) * coalesce(course.credit_hours, 1)) / sum(…), 15), 2)
  ///      FROM (SELECT work.course_id, … AS plain_mean FROM assignments work WHERE … GROUP BY work.course_id) taken
  ///      JOIN courses course ON … CROSS JOIN LATERAL grade_step($1, course.id, members_2.id, …) step WHERE …)
  static func average(of student: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL {
    let family = student.viewer(.familyID)
    let rule = GradeRule(family: family, course: "course.id", method: "course.grading_method", student: student["id"])
    let override = GradeOverride.grade(family: family, course: "course.id", student: student["id"])
    let hours: SQL = "coalesce(course.credit_hours, 1)"
    let weighted = arguments.value("weighted", as: .bool)
    let bonus: SQL = """
      CASE WHEN \(weighted) AND step.points > 0 \
      THEN CASE course.level WHEN 'HONORS' THEN 0.5 WHEN 'ADVANCED' THEN 1 ELSE 0 END ELSE 0 END
      """
    var conditions: [SQL] = [
      "course.status <> 'ARCHIVED'", "NOT course.is_excluded_from_grade_point_average", "\(hours) > 0",
      "step.points IS NOT NULL",
    ]
    if arguments.isGiven("termId") { conditions.append("course.term_id = \(arguments.value("termId", as: .uuid))") }
    if arguments.isGiven("schoolYearId") {
      conditions.append(
        """
        EXISTS (SELECT 1 FROM terms within WHERE within.family_id = \(family) AND within.id = course.term_id \
        AND within.school_year_id = \(arguments.value("schoolYearId", as: .uuid)))
        """)
    }
    // As many decimals as the rounding needs, whatever the points and hours have.
    let sum: SQL = "sum((step.points + \(bonus)) * \(hours)) * 1.000000000000000000000000000000"
    return """
      (SELECT \(GradeRule.rounded("\(sum) / sum(\(hours))")) FROM (\
      SELECT work.course_id, \(GradeRule.plainMean(of: "work")) AS plain_mean FROM assignments work \
      WHERE work.family_id = \(family) AND work.student_id = \(student["id"]) GROUP BY work.course_id) taken \
      JOIN courses course ON course.family_id = \(family) AND course.id = taken.course_id \
      CROSS JOIN LATERAL grade_step(\(family), course.id, \(student["id"]), coalesce(\(override), \
      CASE WHEN course.is_plain_mean THEN taken.plain_mean ELSE \(rule.generalGrade) END)) step \
      WHERE \(conditions.joined(separator: " AND ")))
      """
  }
}
