import SQL

extension DemonstrationFamily {
  /// The records of the family besides its curriculum.
  var recordsTables: [SampleTable] { [portfolioItemsTable, resourcesTable, attendanceRecordsTable, questionsTable] }

  private var portfolioItemsTable: SampleTable {
    let items: [(student: DemonstrationPerson, title: String, day: Int, note: String?, link: String?)] = [
      (.ada, "Lab report: photosynthesis", -20, "The best drawing so far.", "https://example.org/rivera/photosynthesis.pdf"),
      (.leo, "Weather log", -21, nil, nil),
      (.mia, "A clay pyramid", -18, "It stands on the kitchen shelf.", "https://example.org/rivera/pyramid.jpg"),
    ]
    return table(
      "portfolio_items",
      ["family_id", "id", "student_id", "title", "date", "note", "link", "created_at", "updated_at"],
      Array(items.enumerated())
    ) { [referenceDay] numbered, text in
      let (index, item) = numbered
      let day = referenceDay.adding(days: item.day)
      let made = Moment(day, offset: 21 * Moment.hour)
      text.appendRow(
        Self.id, Self.key(.portfolioItem, index + 1), item.student.id, item.title, day, item.note, item.link, made, made)
    }
  }

  private var resourcesTable: SampleTable {
    let resources: [(title: String, subject: DemonstrationSubject?, link: String?, note: String?)] = [
      ("Ask the librarian", nil, nil, "Thursdays until six."),
      ("Map of the Silk Road", .history, "https://example.org/maps/silk-road", nil),
      ("Periodic table", .science, "https://example.org/elements", "The one with pictures."),
    ]
    return table(
      "resources", ["family_id", "id", "subject_id", "title", "link", "note", "created_at", "updated_at"],
      Array(resources.enumerated())
    ) { [created] numbered, text in
      let (index, resource) = numbered
      text.appendRow(
        Self.id, Self.key(.resource, index + 1), resource.subject?.id, resource.title, resource.link, resource.note,
        created, created)
    }
  }

  /// The five days before the reference day: Leo had a cold.
  private var attendanceRecordsTable: SampleTable {
    let students: [DemonstrationPerson] = [.ada, .leo, .mia]
    let records = (1...5).flatMap { day in students.map { (student: $0, day: -day) } }
    return table(
      "attendance_records",
      ["family_id", "id", "student_id", "date", "state", "note", "created_at", "updated_at"],
      Array(records.enumerated())
    ) { [referenceDay] numbered, text in
      let (index, record) = numbered
      let day = referenceDay.adding(days: record.day)
      let made = Moment(day, offset: 22 * Moment.hour)
      let isIll = record.student == .leo && record.day == -2
      text.appendRow(
        Self.id, Self.key(.attendanceRecord, index + 1), record.student.id, day, isIll ? "EXCUSED" : "PRESENT",
        isIll ? "A cold." : nil, made, made)
    }
  }

  private var questionsTable: SampleTable {
    let assignment = DemonstrationAssignment.all.firstIndex { $0.title == "Systems by substitution" }
    let prompts = [
      "Solve x + y = 7, x − y = 1.", "When is substitution easier than elimination?", "Make a system without a solution.",
    ]
    return table(
      "questions", ["family_id", "id", "assignment_id", "prompt", "position", "created_at", "updated_at"],
      Array(prompts.enumerated())
    ) { [created] numbered, text in
      let (index, prompt) = numbered
      text.appendRow(
        Self.id, Self.key(.question, index + 1), assignment.map { Self.key(.assignment, $0 + 1) }, prompt,
        String(index), created, created)
    }
  }
}
