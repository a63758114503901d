import Planning
import SQL

/// The step of a grade on the grade scale that counts for a course and a student (GT-10).
///
/// Where no choice of a scale can name the course, which holds for most, the step is looked up in constants. A call of
/// `grade_step` takes longer than the grade itself.
struct GradeStep {
  let family: SQL
  /// The course's key.
  let course: SQL
  /// The student whose grade it is; NULL for a grade over all students.
  let student: SQL
  /// Written twice and computed once. PostgreSQL prepares it twice.
  let grade: SQL

  /// The letter: null without a grade.
  ///
  ///     CASE WHEN results.course_id <> ALL (ARRAY(SELECT choice.course_id FROM grade_scale_choices choice WHERE choice.family_id = $1))
  ///     THEN (ready_made_letters('PLUS_MINUS'))[width_bucket(results.grade, ready_made_bounds('PLUS_MINUS'))]
  ///     ELSE (grade_step($1, results.course_id, results.student_id, results.grade)).letter END
  var letter: SQL { step("letter", of: "ready_made_letters") }

  /// The letter where the grade is long, so that it is written once.
  var calledLetter: SQL { "(\(call)).letter" }

  /// The grade points: null without a grade, and where the scale has none.
  var points: SQL { step("points", of: "ready_made_points") }

  private func step(_ name: SQL, of steps: SQL) -> SQL {
    // A choice for all courses has no course: with its null in the array the comparison is never true.
    """
    CASE WHEN \(course) <> ALL (ARRAY(SELECT choice.course_id FROM grade_scale_choices choice \
    WHERE choice.family_id = \(family))) \
    THEN (\(steps)('PLUS_MINUS'))[width_bucket(\(grade), ready_made_bounds('PLUS_MINUS'))] \
    ELSE (\(call)).\(name) END
    """
  }

  private var call: SQL { "grade_step(\(family), \(course), \(student), \(grade))" }
}
