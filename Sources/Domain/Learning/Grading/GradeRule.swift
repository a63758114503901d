import Planning
package import SQL

/// The grade of a course (GT-06, REQ-CURR-008): the only place that defines it.
///
/// N is the ordinary and X the extra-credit work that is counted and graded; a points awarded, p points possible:
///
///     base   mean of percentages: (1/|N|) Σ 100·a/p over N      total points: 100·Σ a / Σ p over N
///     value  base + 100·Σ a over X / Σ p over N                 null where N is empty
///     grade  R(value); with weight groups R(Σ w·value / Σ w) over the groups whose value is not null
///     R(x)   round(round(x, 15), 2)
///
/// Work of a course with weight groups that is in none counts for nothing.
package struct GradeRule {
  /// The viewer's family.
  let family: SQL
  /// The course's key.
  let course: SQL
  /// The course's `grading_method`.
  let method: SQL
  /// The student whose work it is; nil for the work of all.
  let student: SQL?
  /// Before the names of tables, in a function that may be called with any search path.
  private var schema: SQL = ""

  init(family: SQL, course: SQL, method: SQL, student: SQL?) {
    self.family = family
    self.course = course
    self.method = method
    self.student = student
  }

  /// The rule for the course of a row.
  init(of course: RowReference<Viewer>, student: SQL?) {
    self.init(family: course.viewer(.familyID), course: course["id"], method: course["grading_method"], student: student)
  }

  /// Rounds a grade: 15 places first, so that a sum of quotients that is a tie stays one (see ``SQL/mean(of:places:)``).
  static func rounded(_ value: SQL) -> SQL { "round(round(\(value), 15), 2)" }

  // MARK: Grades

  /// The grade: null until ordinary work is graded. Most courses have neither groups nor extra credit: a mean over an index.
  ///
  ///     CASE WHEN courses_3.is_plain_mean THEN (SELECT round(round(avg(graded.percentage), 15), 2) FROM assignments graded
  ///       WHERE graded.family_id = $1 AND graded.course_id = courses_3.id)
  ///     ELSE general_grade($1, courses_3.id, courses_3.grading_method, true, NULL) END
  ///
  /// - Parameter isPlainMean: the course's `is_plain_mean`.
  func grade(isPlainMean: SQL) -> SQL {
    let plain: SQL = "(SELECT \(Self.plainMean(of: "graded")) FROM assignments graded WHERE \(ofCourse))"
    return "CASE WHEN \(isPlainMean) THEN \(plain) ELSE \(generalGrade) END"
  }

  /// The mean of the percentages of assignments: the grade of a course whose `is_plain_mean` is true.
  static func plainMean(of rows: String) -> SQL { SQL.mean(of: "\(identifier: rows).percentage", places: 2) }

  /// The grade by the general rule, whose text a function of the database has: PostgreSQL prepares an expression that it may not
  /// run, and a call costs nothing until it runs.
  var generalGrade: SQL { "general_grade(\(family), \(course), \(method), \(student.map { "false, \($0)" } ?? "true, NULL"))" }

  /// The text of the function `general_grade`, in the names of its parameters.
  package static var generalGradeText: SQL {
    var rule = GradeRule(family: "family", course: "course", method: "method", student: nil)
    rule.schema = "public."
    let work = Work(rows: "public.assignments graded", condition: "(of_all OR graded.student_id = student)")
    return rounded(rule.unroundedGrade(of: work))
  }

  /// The grade by the general rule, before it is rounded.
  ///
  ///     (SELECT sum(term.weight * term.value) / sum(term.weight) FROM (SELECT … GROUP BY graded.weight_group_id) term
  ///      WHERE term.value IS NOT NULL)
  ///
  /// - Parameter work: the work that counts.
  func unroundedGrade(of work: Work) -> SQL {
    """
    (SELECT \(Self.meanOfTerms()) FROM (\
    SELECT coalesce((SELECT g.weight FROM \(schema)weight_groups g \
    WHERE g.family_id = \(family) AND g.id = graded.weight_group_id), 1) AS weight, \(value(work.points)) AS value \
    FROM \(work.rows) WHERE \(counted(work)) AND \(isInTerm) \
    GROUP BY graded.weight_group_id) term WHERE term.value IS NOT NULL)
    """
  }

  /// The grade that rows `term` with a weight and a value come to.
  /// - Parameter condition: excludes rows without a value, unless there are none.
  static func meanOfTerms(where condition: SQL? = nil) -> SQL {
    let valued: SQL = condition.map { " FILTER (WHERE \($0))" } ?? ""
    return "sum(term.weight * term.value)\(valued) / sum(term.weight)\(valued)"
  }

  /// The condition for the rows `graded` that are in a term of the sum: work in no group is in none where the course has groups.
  var isInTerm: SQL { "(graded.weight_group_id IS NOT NULL OR NOT \(hasGroups))" }

  /// Whether the course has weight groups.
  var hasGroups: SQL {
    "EXISTS (SELECT 1 FROM \(schema)weight_groups grouped WHERE grouped.family_id = \(family) AND grouped.course_id = \(course))"
  }

  // MARK: Values of work

  /// The work that a grade is made of: by default the assignments as they are.
  struct Work {
    /// The item of `FROM`: rows `graded` with the columns of assignments.
    var rows: SQL = "assignments graded"
    /// The points awarded.
    var points: SQL = "graded.points_awarded"
    /// A condition that the rows have to meet as well.
    var condition: SQL?
  }

  /// The value of the rows `graded` of a group, to 30 decimals and more.
  /// - Parameter window: after each aggregate, such as ` OVER by_then`, for the value of a part of the rows.
  func value(_ points: SQL = "graded.points_awarded", over window: SQL = "") -> SQL {
    let ordinary: SQL = "FILTER (WHERE NOT graded.is_extra_credit)\(window)"
    let possible: SQL = "sum(graded.points_possible) \(ordinary)"
    let hundredfold: SQL = "\(points) * \(Self.hundred)"
    return """
      CASE WHEN \(method) = 'TOTAL_POINTS' \
      THEN sum(\(hundredfold)) \(ordinary) / \(possible) \
      ELSE avg(\(hundredfold) / graded.points_possible) \(ordinary) END \
      + coalesce(sum(\(hundredfold)) FILTER (WHERE graded.is_extra_credit)\(window), 0) / \(possible)
      """
  }

  /// The condition for the rows `graded` of the course that count.
  func counted(_ work: Work = Work()) -> SQL {
    let condition: SQL = work.condition.map { " AND \($0)" } ?? ""
    // By the index of the course's work, which is less than all work of a student: no index has IS NOT DISTINCT FROM.
    let ofStudent: SQL = student.map { " AND graded.student_id IS NOT DISTINCT FROM \($0)" } ?? ""
    return """
      graded.family_id = \(family) AND graded.course_id = \(course)\(ofStudent) \
      AND graded.is_counted AND \(work.points) IS NOT NULL\(condition)
      """
  }

  private var ofCourse: SQL {
    let ofStudent: SQL = student.map { " AND graded.student_id = \($0)" } ?? ""
    return "graded.family_id = \(family) AND graded.course_id = \(course)\(ofStudent)"
  }

  /// Quotients keep as many decimals as what is divided.
  static var hundred: SQL { "100.000000000000000000000000000000" }
}
