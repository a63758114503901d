import SQL

extension SampleFamily {
  private var students: Int { sample.studentsPerFamily }

  static let portfolioItems = TableOutline(
    name: "portfolio_items",
    columns: ["family_id", "id", "student_id", "title", "date", "note", "link", "created_at", "updated_at"],
    rowCount: { 2 * $0.students },
    write: { family, number, text in
      var row = family.identity(.portfolioItem, number)
      let student = family.identity(.member, family.parentCount + number % family.students).id
      let title = row.generator.draw(from: SampleTexts.portfolioItems)
      let day = family.sample.referenceDay.adding(days: -1 - row.generator.draw(below: 120))
      text.appendRow(
        family.id, row.id, student, title, day,
        row.generator.draw(oneIn: 2) ? row.generator.draw(from: SampleTexts.notes) : nil,
        row.generator.draw(oneIn: 3) ? "https://example.com/portfolio/\(number)" : nil, row.created, row.created)
    })

  static let resources = TableOutline(
    name: "resources",
    columns: ["family_id", "id", "subject_id", "title", "link", "note", "created_at", "updated_at"],
    rowCount: { _ in 4 },
    write: { family, number, text in
      var row = family.identity(.resource, number)
      let title = row.generator.draw(from: SampleTexts.resources)
      let isForAll = row.generator.draw(oneIn: 4)
      let subject = row.generator.draw(below: family.subjectCount)
      text.appendRow(
        family.id, row.id, isForAll ? nil : family.identity(.subject, subject).id, title,
        row.generator.draw(oneIn: 4) ? nil : "https://example.com/resources/\(number)",
        row.generator.draw(oneIn: 3) ? row.generator.draw(from: SampleTexts.notes) : nil, row.created, row.created)
    })

  /// The ten school days before the reference day, of each student.
  static let attendanceRecords = TableOutline(
    name: "attendance_records",
    columns: ["family_id", "id", "student_id", "date", "state", "note", "created_at", "updated_at"],
    rowCount: { 10 * $0.students },
    write: { family, number, text in
      var row = family.identity(.attendanceRecord, number)
      let student = family.identity(.member, family.parentCount + number % family.students).id
      let (state, note) = row.generator.draw(oneIn: 8) ? row.generator.draw(from: SampleTexts.absences) : ("PRESENT", nil)
      text.appendRow(
        family.id, row.id, student, family.schoolDay(before: number / family.students), state, note, row.created,
        row.created)
    })

  /// The reference day's predecessors, without Saturdays and Sundays: the first is number 0.
  private func schoolDay(before number: Int) -> CalendarDay {
    var day = sample.referenceDay
    for _ in 0...number {
      repeat { day = day.adding(days: -1) } while day.weekday > 4
    }
    return day
  }

  /// One of every fourth assignment.
  static let questions = TableOutline(
    name: "questions",
    columns: ["family_id", "id", "assignment_id", "prompt", "position", "created_at", "updated_at"],
    rowCount: { ($0.students * $0.sample.assignmentsPerStudent + 3) / 4 },
    write: { family, number, text in
      var row = family.identity(.question, number)
      text.appendRow(
        family.id, row.id, family.identity(.assignment, 4 * number).id,
        row.generator.draw(from: SampleTexts.questions), "0", row.created, row.created)
    })
}
