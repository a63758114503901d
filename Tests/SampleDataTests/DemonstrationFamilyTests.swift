import SQL
import SampleData
import Testing

struct DemonstrationFamilyTests {
  let family = DemonstrationFamily()

  @Test func `The Riveras are two parents and three students`() throws {
    let members = try family.tables.rows("members")
    let roles = ["PARENT", "PARENT", "STUDENT", "STUDENT", "STUDENT"]
    #expect(try members.map { try $0.required("role") } == roles)
    #expect(try members.map { try $0.required("name") }.contains("Ada Rivera"))
  }

  @Test func `Each table has as many rows as it says`() throws {
    let tables = family.tables
    let ofDomain: Set = [
      "schools", "school_classes", "school_staff", "school_staff_classes", "staff_invitations", "staff_invitation_codes",
      "school_families", "school_students", "enrolments", "pickup_guardians", "collectors", "dismissals", "card_readers", "card_reader_tokens",
      "pickup_cards", "pickup_card_codes", "pickup_bars", "school_notices", "pickup_times", "class_messages", "message_reads", "enrolment_codes",
      "pickup_records", "school_used_ids", "staff_message_reads", "staff_devices", "ended_memberships", "school_attendance",
      "absence_reports", "absence_files", "tickets", "ticket_messages", "ticket_files",
      "announcements", "school_events", "school_activities", "school_information", "school_file_uses", "school_tellings",
      "school_posts", "school_comments", "school_reports", "content_hidings", "school_post_pictures", "school_albums", "school_pictures",
      "conversations", "conversation_people", "conversation_messages", "conversation_files", "conversation_reads",
      "groups", "group_families", "group_requests", "group_memberships", "group_hidings", "group_posts", "group_comments",
      "family_conversations", "providers", "services", "provider_slots", "bookings", "account_notifications",
    ]
    let expected = Set(try SampleFamilies(count: 1, seed: 1).tables.map(\.name)).union(ofDomain)
    #expect(expected.symmetricDifference(tables.map(\.name)) == [])
    for table in tables {
      let count = copiedRows(table).count
      #expect(count > 0 && count == table.rowCount, "\(table.name)")
    }
  }

  /// The numbers of rows that golden files and the documentation depend on.
  @Test("It has a term's work", arguments: [("assignments", 60), ("courses", 7), ("subjects", 5), ("attendance_records", 15)])
  func rows(table: String, count: Int) throws {
    #expect(try family.tables.rows(table).count == count)
  }

  @Test func `Each student has twenty assignments`() throws {
    let rows = try family.tables.rows("assignments")
    #expect(Dictionary(grouping: rows) { $0["student_id"] }.values.map(\.count) == [20, 20, 20])
  }

  @Test func `Its rows satisfy the schema`() throws {
    try expectForeignKeys(in: family.tables)
    try expectTextChecks(in: family.tables)
    try expectPointChecks(in: family.tables)
  }

  @Test func `No two rows of a table have the same id`() throws {
    for table in family.tables where table.columns.contains("id") {
      let ids = try copiedRows(table).map { try $0.required("id") }
      #expect(Set(ids).count == ids.count, "\(table.name)")
    }
  }

  @Test func `Nothing is updated before it is created, nor after the reference day`() throws {
    for row in try family.tables.rows("assignments") {
      #expect(try row.required("created_at") <= row.required("updated_at"))
      #expect(try row.required("updated_at") < "2026-09-07")
    }
  }

  @Test func `Its keys stay the same`() {
    #expect(DemonstrationFamily.id.description == "0198f000-0000-7000-8000-000000000001")
    #expect(family.accounts[0].member.description == "0198f000-0000-7000-8004-000000000001")
    #expect(family.accounts[2].account.description == "0198f000-0000-7000-8002-000000000003")
  }

  @Test func `Everyone but the youngest can sign in`() throws {
    let expected = ["Elena Rivera", "Mateo Rivera", "Ada Rivera", "Leo Rivera"]
    #expect(family.accounts.map(\.name) == expected)
    try expectRows(of: family.accounts, in: family.tables)
  }

  @Test func `It is registered at Hill School, where four people work, a teacher in each class`() throws {
    let tables = family.tables
    #expect(try tables.rows("schools").map { try $0.required("name") } == ["Hill School"])
    #expect(DemonstrationFamily.schoolID.description == "0198f000-0000-7000-8070-000000000001")
    #expect(
      try tables.rows("school_families").map { try $0.required("family_id") } == [DemonstrationFamily.id.description])
    let taught = try tables.rows("school_staff_classes").map { try $0.required("class_id") }
    #expect(taught.sorted() == DemonstrationClass.allCases.map(\.id.description).sorted())
    let sessions = Set(try tables.rows("sessions").map { try ["account_id", "id"].map($0.required) })
    for person in DemonstrationStaff.allCases {
      #expect(sessions.contains([person.accountID.description, person.sessionID.description]))
    }
    #expect(Set(try tables.rows("school_staff").map { try $0.required("role") }) == ["ADMINISTRATOR", "DISPATCHER", "TEACHER"])
  }

  @Test func `Another reference day moves the due dates and keeps the keys`() throws {
    let day = try #require(CalendarDay("2030-01-15"))
    let later = try DemonstrationFamily(referenceDay: day).tables.rows("assignments")
    let rows = try family.tables.rows("assignments")
    #expect(try later.map { try $0.required("id") } == rows.map { try $0.required("id") })
    #expect(try later.contains { try $0.optional("due_date") == "2030-01-15" })
    #expect(try rows.contains { try $0.optional("due_date") == "2026-09-07" })
  }

  @Test func `Its states vary`() throws {
    let rows = try family.tables.rows("assignments")
    func has(_ condition: (CopiedRow) throws -> Bool) rethrows -> Bool {
      try rows.contains(where: condition)
    }
    let today = "2026-09-07"
    #expect(try has { try $0.optional("course_id") == nil })
    #expect(try has { try $0.optional("due_date") == nil })
    #expect(try has { try $0.optional("points_awarded") == "0" })
    #expect(try has { try $0.optional("points_awarded")?.hasSuffix(".25") == true })
    #expect(try has { try ($0.optional("due_date") ?? today) < today && $0.optional("points_awarded") == nil })
    #expect(try has { try $0.optional("due_date") == today })
    #expect(try has { try ($0.optional("due_date") ?? today) > today })
    #expect(try has { try $0.optional("instructions")?.contains("\n") == true })
  }

  /// A course grade that is null, with a count of zero.
  @Test func `One course has no graded assignment`() throws {
    let graded = Set(
      try family.tables.rows("assignments").filter { try $0.optional("points_awarded") != nil }
        .compactMap { try $0.optional("course_id") })
    let courses = try family.tables.rows("courses")
    let ungraded = try courses.filter { !graded.contains(try $0.required("id")) }
    #expect(try ungraded.map { try $0.required("name") } == ["Watercolor"])
  }
}
