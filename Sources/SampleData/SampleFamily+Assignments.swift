import SQL

extension SampleFamily {
  /// Assignments are numbered by turns: the first of each student, the second of each, and so on.
  func term(_ assignment: Int) -> TermProgress {
    var generator = generator(.term, assignment)
    return TermProgress(
      part: assignment / sample.studentsPerFamily, of: sample.assignmentsPerStudent, using: &generator)
  }

  static let assignments = TableOutline(
    name: "assignments",
    columns: [
      "family_id", "id", "student_id", "course_id", "title", "instructions", "due_date", "points_possible",
      "points_awarded", "created_at", "updated_at", "weight_group_id", "graded_at",
    ],
    rowCount: { $0.sample.studentsPerFamily * $0.sample.assignmentsPerStudent },
    write: { family, number, text in
      var row = family.identity(.assignment, number)
      let assignment = SampleAssignment(number, of: family, created: row.created, using: &row.generator)
      let student = family.parentCount + number % family.sample.studentsPerFamily
      text.appendRow(
        family.id, row.id, family.identity(.member, student).id,
        assignment.course.map { family.identity(.course, $0).id }, assignment.title, assignment.instructions,
        assignment.due, assignment.possible, assignment.awarded, row.created, assignment.updated,
        assignment.course == 0 ? family.weightGroup(ofAssignment: number) : nil,
        assignment.awarded == nil ? nil : assignment.updated)
    })
}
