import SQL

extension DemonstrationFamily {
  /// Notes and study times of the family.
  var noteTables: [SampleTable] { [studyTimesTable, notesTable, noteTagsTable, noteTaggingsTable, fileUsesTable] }

  /// The two weeks before the reference day.
  private var studyTimesTable: SampleTable {
    let times: [(student: DemonstrationPerson, course: DemonstrationCourse?, day: Int, minutes: Int, note: String?)] = [
      (.ada, .algebra, -14, 45, nil), (.ada, .biology, -13, 30, "Drew the cells again."), (.ada, .algebra, -7, 60, nil),
      (.ada, nil, -7, 20, "Read on the porch."), (.ada, .biology, -2, 25, nil), (.leo, .nature, -9, 40, nil),
      (.leo, .preAlgebra, -2, 15, nil), (.mia, nil, -1, 10, "Letters."),
    ]
    return table(
      "study_times", ["family_id", "id", "student_id", "course_id", "date", "minutes", "note", "created_at", "updated_at"],
      Array(times.enumerated())
    ) { [referenceDay] numbered, text in
      let (index, time) = numbered
      let day = referenceDay.adding(days: time.day)
      let made = Moment(day, offset: 21 * Moment.hour)
      text.appendRow(
        Self.id, Self.key(.studyTime, index + 1), time.student.id, time.course?.id, day, "\(time.minutes)", time.note, made, made)
    }
  }

  private typealias DemonstrationNote = (
    author: DemonstrationPerson, course: DemonstrationCourse?, assignment: String?, title: String, text: String?, day: Int,
    tags: [Int]
  )

  private static let notes: [DemonstrationNote] = [
    (.ada, .biology, nil, "Cell division", "Mitosis: prophase, metaphase, anaphase, telophase.", -6, [0, 1]),
    (.ada, nil, "Systems by substitution", "Where it went wrong", "Forgot the minus in the second line.", -4, [1]),
    (.leo, .nature, nil, "Birds at the creek", "Two herons, one kingfisher.", -3, []),
    (.elena, nil, nil, "Ideas for the field trip", nil, -2, [2]),
  ]

  private static let tags = ["Exam", "Look at again", "Plans"]

  private var notesTable: SampleTable {
    table(
      "notes",
      ["family_id", "id", "author_id", "course_id", "assignment_id", "title", "text", "created_at", "updated_at"],
      Array(Self.notes.enumerated())
    ) { [referenceDay] numbered, text in
      let (index, note) = numbered
      let made = Moment(referenceDay.adding(days: note.day), offset: 20 * Moment.hour)
      let assignment = note.assignment.flatMap { title in DemonstrationAssignment.all.firstIndex { $0.title == title } }
      text.appendRow(
        Self.id, Self.key(.note, index + 1), note.author.id, note.course?.id,
        assignment.map { Self.key(.assignment, $0 + 1) }, note.title, note.text, made, made)
    }
  }

  private var noteTagsTable: SampleTable {
    table("note_tags", ["family_id", "id", "name", "created_at", "updated_at"], Array(Self.tags.enumerated())) {
      [created] numbered, text in
      let (index, name) = numbered
      text.appendRow(Self.id, Self.key(.noteTag, index + 1), name, created, created)
    }
  }

  private var noteTaggingsTable: SampleTable {
    let taggings = Self.notes.enumerated().flatMap { index, note in note.tags.map { (note: index, tag: $0) } }
    return table(
      "note_taggings", ["family_id", "id", "note_id", "note_tag_id", "created_at"], Array(taggings.enumerated())
    ) { [referenceDay] numbered, text in
      let (index, tagging) = numbered
      text.appendRow(
        Self.id, Self.key(.noteTagging, index + 1), Self.key(.note, tagging.note + 1), Self.key(.noteTag, tagging.tag + 1),
        Moment(referenceDay.adding(days: -1), offset: 20 * Moment.hour))
    }
  }
}
