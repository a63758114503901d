extension SampleFamily {
  /// The core subjects, then electives that the family has chosen.
  func outline(ofSubject subject: Int) -> SubjectOutline {
    if subject < SubjectOutline.core.count { return SubjectOutline.core[subject] }
    let first = Int(curriculumBits >> 60)
    let electives = SubjectOutline.electives
    return electives[(first + subject) % electives.count]
  }

  /// Courses go around the subjects: the first course of each, then the second of some.
  func subject(ofCourse course: Int) -> Int {
    course % subjectCount
  }

  func outline(ofCourse course: Int) -> CourseOutline {
    let subject = subject(ofCourse: course)
    let courses = outline(ofSubject: subject).courses
    let first = Int(curriculumBits >> UInt64(6 * subject) & 63)
    return courses[(first + course / subjectCount) % courses.count]
  }

  static let subjects = TableOutline(
    name: "subjects",
    columns: ["family_id", "id", "name", "description", "created_at", "updated_at"],
    rowCount: \.subjectCount,
    write: { family, subject, text in
      let row = family.identity(.subject, subject)
      let outline = family.outline(ofSubject: subject)
      text.appendRow(family.id, row.id, outline.name, outline.description, row.created, row.created)
    })

  static let courses = TableOutline(
    name: "courses",
    columns: ["family_id", "id", "subject_id", "name", "description", "created_at", "updated_at"],
    rowCount: \.courseCount,
    write: { family, course, text in
      let row = family.identity(.course, course)
      let subject = family.identity(.subject, family.subject(ofCourse: course))
      let outline = family.outline(ofCourse: course)
      text.appendRow(
        family.id, row.id, subject.id, outline.name, outline.description, row.created, row.created)
    })
}
