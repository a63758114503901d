import Planning
import SQL

/// Points that work of a student would have (GT-08). Nothing changes.
enum GradeIf {
  /// The grade of a course with the points of the argument `grades`.
  static func grade(of course: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL {
    let points = arguments.value("grades", as: .each("pointsAwarded", .decimal(.pointsAwarded)))
    // A join, since a query for the points of each row would look through all that are given, row by row.
    let rows: SQL = """
      assignments graded LEFT JOIN unnest(\(keys(arguments)), \(points)) AS given (id, points) ON given.id = graded.id
      """
    let rule = GradeRule(of: course, student: arguments.value("studentId", as: .uuid))
    let work = GradeRule.Work(rows: rows, points: "coalesce(given.points, graded.points_awarded)")
    return GradeRule.rounded(rule.unroundedGrade(of: work))
  }

  /// Whether the argument `grades` names work of the student and the course that has points possible, each once.
  static func isAskable(_ course: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL {
    """
    cardinality(\(keys(arguments))) = (SELECT count(*) FROM assignments asked \
    WHERE asked.family_id = \(course.viewer(.familyID)) AND asked.course_id = \(course["id"]) \
    AND asked.student_id = \(arguments.value("studentId", as: .uuid)) AND asked.id = ANY (\(keys(arguments))) \
    AND asked.points_possible IS NOT NULL)
    """
  }

  private static func keys(_ arguments: ArgumentReferences) -> SQL {
    arguments.value("grades", as: .each("assignmentId", .uuid))
  }
}
