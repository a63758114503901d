import SQL

extension DemonstrationFamily {
  /// A text of Hill School with its audience.
  private struct Told: Sendable {
    let number: Int
    let author: DemonstrationStaff
    let title: String
    let text: String?
    var grades: [String] = []
    var classes: [DemonstrationClass] = []

    var audience: (grades: String, classes: String) {
      ("{\(grades.joined(separator: ","))}", "{\(classes.map { $0.id.description }.joined(separator: ","))}")
    }
  }

  /// In the order of foreign keys: after those of the school.
  var communityTables: [SampleTable] {
    [announcementsTable, schoolEventsTable, schoolActivitiesTable, schoolInformationTable, schoolFileUsesTable, schoolTellingsTable]
  }

  private var announcementsTable: SampleTable {
    table(
      "announcements",
      [
        "school_id", "id", "author_id", "title", "text", "begins_at", "ends_at", "priority", "position", "grades", "class_ids", "picture_id",
        "created_at", "updated_at",
      ],
      [
        Told(number: 1, author: .administrator, title: "Book fair", text: "The book fair is in the gymnasium all week."),
        Told(number: 2, author: .administrator, title: "Photographs", text: nil, grades: ["2"]),
        Told(
          number: 3, author: .teacher, title: "Field trip", text: "Please bring rubber boots on Friday.", classes: [.owls]),
      ]
    ) { [referenceDay] told, text in
      let made = Moment(referenceDay.adding(days: -told.number), offset: 14 * Moment.hour)
      text.appendRow(
        Self.schoolID, Self.key(.announcement, told.number), told.author.id, told.title, told.text,
        told.number == 1 ? made : nil, told.number == 1 ? Moment(referenceDay.adding(days: 365)) : nil,
        told.number == 3 ? "URGENT" : "NORMAL", String(told.number - 1), told.audience.grades, told.audience.classes,
        told.number == 1 ? DemonstrationPicture.books.id : nil, made, made)
    }
  }

  private var schoolEventsTable: SampleTable {
    table(
      "school_events",
      [
        "school_id", "id", "author_id", "title", "text", "category", "least_age", "starts_at", "ends_at", "first_day", "last_day", "place",
        "latitude", "longitude", "grades", "class_ids", "picture_id", "created_at", "updated_at",
      ],
      [
        Told(number: 1, author: .administrator, title: "Concert", text: "The choir sings."),
        Told(number: 2, author: .administrator, title: "Autumn break", text: nil),
        Told(number: 3, author: .otherTeacher, title: "Science evening", text: "Bring your model.", classes: [.foxes]),
      ]
    ) { [created, referenceDay] told, text in
      let day = referenceDay.adding(days: 20 * told.number)
      let isTimed = told.number != 2
      text.appendRow(
        Self.schoolID, Self.key(.schoolEvent, told.number), told.author.id, told.title, told.text,
        told.number == 1 ? "ARTS" : "ACADEMIC", told.number == 3 ? "8" : nil,
        isTimed ? Moment(day, offset: 22 * Moment.hour) : nil, told.number == 1 ? Moment(day, offset: 23 * Moment.hour) : nil,
        isTimed ? nil : day, isTimed ? nil : day.adding(days: 4), told.number == 1 ? "Assembly hall" : nil,
        told.number == 1 ? "42.443961" : nil, told.number == 1 ? "-76.501881" : nil, told.audience.grades, told.audience.classes,
        told.number == 1 ? DemonstrationPicture.books.id : nil, created, created)
    }
  }

  private var schoolActivitiesTable: SampleTable {
    table(
      "school_activities",
      [
        "school_id", "id", "author_id", "title", "text", "place", "days", "start_time", "end_time", "first_day", "last_day", "exceptions",
        "grades", "class_ids", "created_at", "updated_at",
      ],
      [
        Told(number: 1, author: .administrator, title: "Chess club", text: "Boards are there."),
        Told(number: 2, author: .teacher, title: "Reading circle", text: nil, classes: [.owls]),
      ]
    ) { [created, referenceDay] told, text in
      text.appendRow(
        Self.schoolID, Self.key(.schoolActivity, told.number), told.author.id, told.title, told.text,
        told.number == 1 ? "Room 12" : nil, told.number == 1 ? "{TUESDAY,THURSDAY}" : "{MONDAY}", "15:00:00", "16:00:00", referenceDay,
        referenceDay.adding(days: 280), "{\(referenceDay.adding(days: 80).text)}", told.audience.grades, told.audience.classes, created,
        created)
    }
  }

  private var schoolInformationTable: SampleTable {
    let pieces = [
      (
        "SCHEDULES", "Bell schedule", "School begins at 8:10. Lunch is at 12:00.\n\nOn Fridays school ends at 1:30."
      ),
      ("POLICIES", "Absences", "Report an absence before 9:00.\n\nA note excuses it."),
      ("PROGRAMS", "Music", "Every student learns an instrument."),
    ]
    return table(
      "school_information", ["school_id", "id", "section", "title", "text", "links", "position", "created_at", "updated_at"],
      Array(pieces.enumerated())
    ) { [created] numbered, text in
      let (index, piece) = numbered
      text.appendRow(
        Self.schoolID, Self.key(.schoolInformation, index + 1), piece.0, piece.1, piece.2,
        index == 0 ? #"[{"title": "The calendar of the district", "url": "https://hill.school.example/calendar"}]"# : "[]", String(index),
        created, created)
    }
  }

  private var schoolFileUsesTable: SampleTable {
    table("school_file_uses", ["school_id", "id", "file_id", "information_id", "created_at"], [3]) { [created] information, text in
      text.appendRow(
        Self.schoolID, Self.key(.fileUse, 2), DemonstrationPicture.books.id, Self.key(.schoolInformation, information), created)
    }
  }

  /// The book fair was urgent once, and the families of the school were told of it.
  private var schoolTellingsTable: SampleTable {
    table("school_tellings", ["school_id", "id", "event", "due_at", "last_family", "ended_at"], [1]) { [referenceDay] announcement, text in
      let told = Moment(referenceDay.adding(days: -announcement), offset: 14 * Moment.hour)
      text.appendRow(Self.schoolID, Self.key(.announcement, announcement), "ANNOUNCEMENT", told, Self.id, told)
    }
  }
}
