package import SQL

extension DemonstrationFamily {
  /// The enrolment of Mia at Hill School.
  package static let enrolmentID = key(.enrolment, 1)

  /// On the list of the school: Mia's.
  package static var rollEntryID: UUIDValue { key(.rollEntry, 1) }

  /// The place of a child at Hill School.
  private struct Enrolment: Sendable {
    let number: Int
    let student: DemonstrationPerson
    let schoolClass: DemonstrationClass?
    let wantedClass: DemonstrationClass?
    let studentNumber: String
    let gender: String?
    let state: String
    var isAbsent = false

    var id: UUIDValue { DemonstrationFamily.key(.enrolment, number) }
    var hasEnded: Bool { state == "ENDED" }
  }

  /// The way of a child out of school on one day.
  private struct Dismissal: Sendable {
    let number: Int
    let enrolment: Enrolment
    let state: String
    /// Days from the reference day.
    let day: Int
  }

  /// Ada was at the school before she began to learn at home; Leo waits for the answer to another class.
  private var enrolments: [Enrolment] {
    [
      Enrolment(
        number: 1, student: .mia, schoolClass: .owls, wantedClass: .owls, studentNumber: "2041", gender: "girl",
        state: "CONFIRMED"),
      Enrolment(
        number: 2, student: .leo, schoolClass: .foxes, wantedClass: nil, studentNumber: "1733", gender: nil, state: "CONFIRMED",
        isAbsent: true),
      Enrolment(
        number: 3, student: .ada, schoolClass: nil, wantedClass: .foxes, studentNumber: "1507", gender: nil, state: "ENDED"),
    ]
  }

  private var dismissals: [Dismissal] {
    let enrolled = enrolments
    return [
      Dismissal(number: 1, enrolment: enrolled[0], state: "CONFIRMED", day: -4),
      Dismissal(number: 2, enrolment: enrolled[0], state: "CANCELLED", day: -3),
      Dismissal(number: 3, enrolment: enrolled[1], state: "CONFIRMED", day: -4),
      Dismissal(number: 4, enrolment: enrolled[1], state: "EXPIRED", day: -2),
    ]
  }

  /// In the order of foreign keys: after those of the school.
  var pickupTables: [SampleTable] {
    [
      schoolStudentsTable, enrolmentCodesTable, enrolmentsTable, pickupGuardiansTable, collectorsTable, dismissalsTable,
      pickupRecordsTable,
    ]
  }

  private var schoolStudentsTable: SampleTable {
    let listed: [(number: String, name: String, schoolClass: DemonstrationClass?)] = [
      ("2041", "Mia Rivera", .owls), ("1733", "Leo Rivera", .foxes), ("2042", "Nora Lindqvist", .owls), ("2050", "Sam Okafor", nil),
    ]
    return table(
      "school_students", ["school_id", "id", "class_id", "student_number", "name", "code_expires_at", "created_at", "updated_at"],
      Array(listed.enumerated())
    ) { [created, codesExpire] numbered, text in
      let (index, student) = numbered
      text.appendRow(
        Self.schoolID, Self.key(.rollEntry, index + 1), student.schoolClass?.id, student.number, student.name,
        student.number == "2042" ? codesExpire : nil, created, created)
    }
  }

  private var codesExpire: Moment { Moment(referenceDay.adding(days: SampleFamilies.sessionDays)) }

  /// Mia's, with which she was enrolled, and one that waits for Nora's family. Zeros are no code's hash that anyone knows.
  private var enrolmentCodesTable: SampleTable {
    table(
      "enrolment_codes", ["school_id", "id", "school_student_id", "code_hash", "expires_at", "used_at", "used_by", "created_at"], [1, 3]
    ) { [created, codesExpire] entry, text in
      text.appendRow(
        Self.schoolID, Self.key(.enrolmentCode, entry), Self.key(.rollEntry, entry), "\\x" + String(repeating: "00", count: 32),
        codesExpire, entry == 1 ? created : nil, entry == 1 ? Self.id : nil, created)
    }
  }

  /// The records of a student who has left the school: a barred parent, the last dismissal, and a cancelled one.
  private var pickupRecordsTable: SampleTable {
    let day = referenceDay.adding(days: -61)
    let happened = Moment(day, offset: 19 * Moment.hour)
    return table(
      "pickup_records",
      [
        "school_id", "id", "class_id", "kind", "student_name", "student_number", "class_name", "person_name", "state", "day",
        "requested_at", "requested_by", "ready_at", "ready_by", "confirmed_at", "confirmed_by", "handed_to", "cancelled_at",
        "cancelled_by", "happened_at", "enrolment_id", "account", "created_at",
      ], [(number: 1, kind: "BAR"), (number: 2, kind: "DISMISSAL"), (number: 3, kind: "DISMISSAL")]
    ) { record, text in
      let (isBar, isHandedOver) = (record.kind == "BAR", record.number == 2)
      let schoolClass = DemonstrationClass.foxes
      text.appendRow(
        Self.schoolID, Self.key(.pickupRecord, record.number), schoolClass.id, record.kind, "Ivo Brandt", "0907", schoolClass.name,
        isBar ? "Karl Brandt" : nil, isBar ? nil : isHandedOver ? "CONFIRMED" : "CANCELLED", isBar ? nil : day,
        isBar ? nil : happened, isBar ? nil : "Lena Brandt", isBar ? nil : happened + 6 * Moment.minute,
        isBar ? nil : DemonstrationStaff.otherTeacher.name, isHandedOver ? happened + 11 * Moment.minute : nil,
        isHandedOver ? DemonstrationStaff.otherTeacher.name : nil, isHandedOver ? "Lena Brandt" : nil,
        record.number == 3 ? happened + 9 * Moment.minute : nil, record.number == 3 ? "Lena Brandt" : nil, happened,
        isBar ? Self.key(.enrolment, 9) : nil, isBar ? DemonstrationStaff.otherTeacher.accountID : nil, happened + Moment.day)
    }
  }

  private var enrolmentsTable: SampleTable {
    table(
      "enrolments",
      [
        "family_id", "id", "student_id", "school_id", "staff_school_id", "class_id", "wanted_class_id", "student_name",
        "proposed_name", "student_number", "gender", "state", "absent_on", "ended_at", "collector_id", "collected_by", "collected_on",
        "consented_by", "created_at", "updated_at",
      ], enrolments
    ) { [created, referenceDay] enrolment, text in
      let ended = Moment(referenceDay.adding(days: -60), offset: 16 * Moment.hour)
      text.appendRow(
        Self.id, enrolment.id, enrolment.student.id, Self.schoolID, enrolment.hasEnded ? nil : Self.schoolID,
        enrolment.schoolClass?.id, enrolment.wantedClass?.id,
        // The school never took the name that Ada has in the family.
        enrolment.hasEnded ? "Ada M. Rivera" : enrolment.student.name, enrolment.hasEnded ? enrolment.student.name : nil,
        enrolment.studentNumber, enrolment.gender,
        enrolment.state, enrolment.isAbsent ? referenceDay.adding(days: -1) : nil, enrolment.hasEnded ? ended : nil,
        enrolment.number == 1 ? Self.key(.collector, 1) : nil, enrolment.number == 1 ? "Rosa Rivera" : nil,
        enrolment.number == 1 ? referenceDay.adding(days: -3) : nil, "Elena Rivera", created, created)
    }
  }

  private var pickupGuardiansTable: SampleTable {
    let parents: [DemonstrationPerson] = [.elena, .mateo]
    let rows = enrolments.flatMap { enrolment in parents.map { (enrolment: enrolment, parent: $0) } }
    return table(
      "pickup_guardians", ["family_id", "id", "enrolment_id", "member_id", "name", "is_confirmed", "created_at", "updated_at"],
      Array(rows.enumerated())
    ) { [created] numbered, text in
      let (index, row) = numbered
      text.appendRow(
        Self.id, Self.key(.guardian, index + 1), row.enrolment.id, row.parent.id, row.parent.name, "t", created, created)
    }
  }

  private var collectorsTable: SampleTable {
    let people: [(enrolment: Enrolment, name: String, telephone: String?, from: Int?, until: Int?)] = [
      (enrolments[0], "Rosa Rivera", "+16075550142", nil, nil), (enrolments[1], "Ben Sato", nil, -10, 20),
    ]
    return table(
      "collectors",
      ["family_id", "id", "enrolment_id", "name", "telephone", "from_day", "until_day", "created_at", "updated_at", "picture_id"],
      Array(people.enumerated())
    ) { [created, referenceDay] numbered, text in
      let (index, person) = numbered
      text.appendRow(
        Self.id, Self.key(.collector, index + 1), person.enrolment.id, person.name, person.telephone,
        person.from.map { referenceDay.adding(days: $0) }, person.until.map { referenceDay.adding(days: $0) }, created, created,
        index == 0 ? DemonstrationPicture.oak.id : nil)
    }
  }

  private var dismissalsTable: SampleTable {
    table(
      "dismissals",
      [
        "family_id", "id", "enrolment_id", "day", "day_ends_at", "state", "note", "estimated_minutes", "requested_at",
        "requested_by", "amended_at", "amended_by", "ready_at", "ready_by", "not_ready_at", "not_ready_by", "confirmed_at",
        "confirmed_by", "handed_to", "cancelled_at", "cancelled_by", "cancellation_reason", "reopened_at", "reopened_by",
        "reopening_reason", "expired_at", "told_at", "created_at", "updated_at",
      ], dismissals
    ) { [referenceDay] dismissal, text in
      let day = referenceDay.adding(days: dismissal.day)
      // In UTC: the school is four hours behind it.
      let requested = Moment(day, offset: 19 * Moment.hour)
      let (ready, confirmed) = (requested + 6 * Moment.minute, requested + 11 * Moment.minute)
      let ends = Moment(day, offset: 28 * Moment.hour)
      let staff: DemonstrationStaff = dismissal.enrolment.schoolClass == .owls ? .teacher : .otherTeacher
      let (isConfirmed, isCancelled) = (dismissal.state == "CONFIRMED", dismissal.state == "CANCELLED")
      let isReopened = isConfirmed && dismissal.number == 3
      text.appendRow(
        Self.id, Self.key(.dismissal, dismissal.number), dismissal.enrolment.id, day, ends, dismissal.state,
        dismissal.number == 1 ? "I wait at the north gate." : nil, dismissal.number == 1 ? "10" : nil, requested, "Elena Rivera",
        dismissal.number == 1 ? requested + Moment.minute : nil, dismissal.number == 1 ? "Mateo Rivera" : nil,
        isConfirmed ? ready : nil, isConfirmed ? staff.name : nil, isReopened ? requested + 5 * Moment.minute : nil,
        isReopened ? staff.name : nil, isConfirmed ? confirmed : nil,
        isConfirmed ? (isReopened ? staff.name : "Elena Rivera") : nil, isReopened ? "Ben Sato" : nil, isCancelled ? ready : nil,
        isCancelled ? staff.name : nil, isCancelled ? "Mia goes home with the bus." : nil, isReopened ? ready : nil,
        isReopened ? staff.name : nil, isReopened ? "The wrong child was confirmed." : nil,
        dismissal.state == "EXPIRED" ? ends : nil, dismissal.state == "EXPIRED" ? requested + 60 * Moment.minute : nil, requested,
        confirmed)
    }
  }
}
