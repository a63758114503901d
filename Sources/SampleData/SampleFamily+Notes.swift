import SQL

extension SampleFamily {
  private var students: Int { sample.studentsPerFamily }

  /// Three of each student, on the days before the reference day.
  static let studyTimes = TableOutline(
    name: "study_times",
    columns: ["family_id", "id", "student_id", "course_id", "date", "minutes", "note", "created_at", "updated_at"],
    rowCount: { 3 * $0.students },
    write: { family, number, text in
      var row = family.identity(.studyTime, number)
      let student = family.identity(.member, family.parentCount + number % family.students).id
      let course = family.identity(.course, row.generator.draw(below: family.courseCount)).id
      let minutes = 10 + 5 * row.generator.draw(below: 20)
      text.appendRow(
        family.id, row.id, student, row.generator.draw(oneIn: 4) ? nil : course,
        family.sample.referenceDay.adding(days: -1 - number / family.students), "\(minutes)",
        row.generator.draw(oneIn: 4) ? row.generator.draw(from: SampleTexts.notes) : nil, row.created, row.created)
    })

  /// The notes of the first parent and of the first student.
  static let notes = TableOutline(
    name: "notes",
    columns: ["family_id", "id", "author_id", "course_id", "title", "text", "created_at", "updated_at"],
    rowCount: { $0.students > 0 ? 2 : 1 },
    write: { family, number, text in
      var row = family.identity(.note, number)
      let author = family.identity(.member, number == 0 ? 0 : family.parentCount).id
      let course = family.identity(.course, row.generator.draw(below: family.courseCount)).id
      text.appendRow(
        family.id, row.id, author, row.generator.draw(oneIn: 3) ? nil : course,
        row.generator.draw(from: SampleTexts.noteTitles), row.generator.draw(from: SampleTexts.notes), row.created, row.created)
    })

  static let noteTags = TableOutline(
    name: "note_tags",
    columns: ["family_id", "id", "name", "created_at", "updated_at"],
    rowCount: { _ in SampleTexts.noteTags.count },
    write: { family, number, text in
      let row = family.identity(.noteTag, number)
      text.appendRow(family.id, row.id, SampleTexts.noteTags[number], row.created, row.created)
    })

  /// The first note has both tags.
  static let noteTaggings = TableOutline(
    name: "note_taggings",
    columns: ["family_id", "id", "note_id", "note_tag_id", "created_at"],
    rowCount: { _ in SampleTexts.noteTags.count },
    write: { family, number, text in
      let row = family.identity(.noteTagging, number)
      text.appendRow(family.id, row.id, family.identity(.note, 0).id, family.identity(.noteTag, number).id, row.created)
    })
}
