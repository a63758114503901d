import Planning
import SQL

/// The letter of a grade (GT-10), on the grade scale that counts for a course and a student.
enum GradeLetter {
  /// `Course.letter`: of the student's grade, set by hand or computed; without a student, of the grade over all.
  static func letter(of course: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL {
    let family = course.viewer(.familyID)
    guard arguments.isGiven("studentId") else {
      let grade = GradeRule(of: course, student: nil).grade(isPlainMean: course["is_plain_mean"])
      return GradeStep(family: family, course: course["id"], student: "NULL", grade: grade).calledLetter
    }
    let student = arguments.value("studentId", as: .uuid)
    let grade = GradeRule(of: course, student: student).grade(isPlainMean: course["is_plain_mean"])
    let override = GradeOverride.grade(family: family, course: course["id"], student: student)
    let own: SQL = "coalesce(\(override), \(grade))"
    return GradeStep(family: family, course: course["id"], student: student, grade: own).calledLetter
  }
}
