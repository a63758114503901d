extension DemonstrationFamily {
  /// In the order of their foreign keys.
  package var tables: [SampleTable] {
    [accountsTable, sessionsTable, familiesTable, filesTable, membersTable] + serviceTables + termsTables
      + [subjectsTable, coursesTable, timeSlotsTable, weightGroupsTable, assignmentsTable] + gradeScaleTables
      + dayTables + calendarTables + joiningTables + [consentsTable, auditEntriesTable] + schoolTables + communityTables + pickupTables + cardTables + attendanceTables
      + postTables + conversationTables + helpDeskTables + moneyTables + mealTables + shoppingTables + groupTables + webhookTables
  }

  /// The family signed up a year before the reference day.
  var created: Moment {
    Moment(referenceDay.adding(days: -365), offset: 15 * Moment.hour)
  }

  func table<Row: Sendable>(
    _ name: String, _ columns: [String], _ rows: [Row],
    write: @escaping @Sendable (Row, inout CopyText) -> Void
  ) -> SampleTable {
    SampleTable(
      name: name, columns: columns, rowCount: rows.count, order: StridedOrder(count: 1), rounds: rows.count
    ) { _, row, text in
      write(rows[row], &text)
    }
  }

  private var accountsTable: SampleTable {
    let members = DemonstrationPerson.allCases.filter(\.hasAccount)
      .map { (id: $0.accountID, name: $0.name, email: $0.email, role: $0.role.rawValue) }
    let joining = Self.joiningPerson
    let staff = DemonstrationStaff.allCases.map { person in
      (id: person.accountID, name: person.name, email: Optional(person.email), role: SampleRole.parent.rawValue)
    }
    let provider = (
      id: DemonstrationProvider.accountID, name: DemonstrationProvider.name, email: Optional(DemonstrationProvider.email),
      role: SampleRole.parent.rawValue
    )
    let people = members + [(joining.accountID, joining.name, joining.email, SampleRole.student.rawValue)] + staff + [provider]
    return table("accounts", ["id", "name", "email", "chosen_role", "created_at", "updated_at"], people) {
      [created] person, text in
      text.appendRow(person.id, person.name, person.email, person.role, created, created)
    }
  }

  private var sessionsTable: SampleTable {
    let members = DemonstrationPerson.allCases.filter(\.hasAccount).map { (account: $0.accountID, session: $0.sessionID) }
    let provider = (account: DemonstrationProvider.accountID, session: DemonstrationProvider.sessionID)
    let people = members + DemonstrationStaff.allCases.map { (account: $0.accountID, session: $0.sessionID) } + [provider]
    let expires = Moment(referenceDay.adding(days: SampleFamilies.sessionDays))
    return table("sessions", ["account_id", "id", "created_at", "expires_at"], people) {
      [created] person, text in
      text.appendRow(person.account, person.session, created, expires)
    }
  }

  private var familiesTable: SampleTable {
    table("families", ["family_id", "name", "time_zone", "created_at", "updated_at"], ["Rivera"]) {
      [created] name, text in
      text.appendRow(Self.id, name, Self.timeZone, created, created)
    }
  }

  private var membersTable: SampleTable {
    table(
      "members",
      ["family_id", "id", "account_id", "role", "name", "email", "created_at", "updated_at", "picture_id"],
      DemonstrationPerson.allCases
    ) { [created] person, text in
      text.appendRow(
        Self.id, person.id, person.hasAccount ? person.accountID : nil, person.role.rawValue, person.name,
        person.email, created, created, DemonstrationPicture.allCases.first { $0.student == person }?.id)
    }
  }

  private var subjectsTable: SampleTable {
    table(
      "subjects",
      ["family_id", "id", "name", "description", "created_at", "updated_at"],
      DemonstrationSubject.allCases
    ) { [created] subject, text in
      text.appendRow(Self.id, subject.id, subject.rawValue, subject.description, created, created)
    }
  }

  private var coursesTable: SampleTable {
    table(
      "courses",
      [
        "family_id", "id", "subject_id", "term_id", "name", "description", "created_at", "updated_at", "code",
        "instructor", "credit_hours", "icon", "color",
      ],
      DemonstrationCourse.allCases
    ) { [created] course, text in
      text.appendRow(
        Self.id, course.id, course.subject.id, course.term?.id, course.rawValue, course.description, created, created,
        course.code, course.instructor, course.creditHours, course.icon, course.color)
    }
  }

  private var weightGroupsTable: SampleTable {
    table(
      "weight_groups", ["family_id", "id", "course_id", "name", "weight", "created_at", "updated_at"],
      DemonstrationWeightGroup.allCases
    ) { [created] group, text in
      text.appendRow(Self.id, group.id, group.course.id, group.rawValue, group.weight, created, created)
    }
  }

  private var assignmentsTable: SampleTable {
    table(
      "assignments",
      [
        "family_id", "id", "student_id", "course_id", "title", "instructions", "due_date", "points_possible",
        "points_awarded", "created_at", "updated_at", "due_time", "done_at", "weight_group_id", "is_extra_credit",
        "graded_at",
      ],
      Array(DemonstrationAssignment.all.enumerated())
    ) { [referenceDay] numbered, text in
      let (index, assignment) = numbered
      let due = assignment.due.map(referenceDay.adding(days:))
      // Set four weeks ahead or, when due later than that, on the eve of the reference day.
      let dayOfCreation = referenceDay.adding(days: min((assignment.due ?? 0) - 28, -1))
      let created = Moment(dayOfCreation, offset: 15 * Moment.hour)
      let graded = due.map { Moment($0, offset: 20 * Moment.hour) } ?? created + Moment.day / 4
      text.appendRow(
        Self.id, Self.key(.assignment, index + 1), assignment.student.id, assignment.course?.id,
        assignment.title, assignment.instructions, due, assignment.possible, assignment.awarded, created,
        assignment.awarded == nil ? created : graded, due == nil ? nil : assignment.dueTime,
        assignment.isDone ? due.map { Moment($0, offset: 19 * Moment.hour) } : nil,
        DemonstrationWeightGroup(of: assignment)?.id, assignment.isExtraCredit, assignment.awarded == nil ? nil : graded)
    }
  }
}
