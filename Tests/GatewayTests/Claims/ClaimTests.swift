import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Claims of a student of a school: by a family with the school's code, or one that staff confirm.
@Suite struct ClaimTests {
  private static let school = DemonstrationFamily.schoolID.description

  /// Enrols the first student of a family.
  private func enroll(
    _ ground: PickupGround, _ number: String, code: String? = nil, as viewer: AccountViewer
  ) async throws -> JSONValue {
    let students = try await ground.ask("{ family { students { id name } } }", as: viewer)
    let list = students.at("data", "family", "students")?.array ?? []
    // The one that a test has given a name of the school's list, or the first.
    let named = list.first { $0.at("name")?.string?.lowercased().contains("lindqvist") == true } ?? list.first
    let student = try #require(named?.at("id")?.string)
    let given = code.map { #", code: "\#($0)""# } ?? ""
    return try await ground.ask(
      """
      mutation { enrollStudent(input: {studentId: "\(student)", schoolId: "\(Self.school)", studentNumber: "\(number)"\(given)}) {
        enrolment { state classId endedAt version }
      } }
      """, as: viewer)
  }

  private func end(_ ground: PickupGround, _ viewer: AccountViewer) async throws {
    let list = try await ground.ask("{ family { enrolments { id state schoolId } } }", as: viewer)
    for enrolment in list.at("data", "family", "enrolments")?.array ?? []
    where enrolment.at("state")?.string != "ENDED" && enrolment.at("schoolId")?.string == Self.school {
      let id = try #require(enrolment.at("id")?.string)
      _ = try await ground.ask(#"mutation { endEnrolment(input: {id: "\#(id)"}) { enrolment { id } } }"#, as: viewer)
    }
  }

  private func rename(_ ground: PickupGround, _ name: String, _ viewer: AccountViewer) async throws {
    let family = try #require(viewer.membership).familyID
    try await ground.database.run(
      """
      UPDATE members SET name = \(bind: .text(name)) WHERE family_id = \(bind: .uuid(family)) AND id = (
        SELECT id FROM members WHERE family_id = \(bind: .uuid(family)) AND role = 'STUDENT' ORDER BY name, id LIMIT 1)
      """)
  }

  @Test func `Number and name of the roll confirm nobody, and a right number is answered as a wrong one`() async throws {
    try await PickupGround.run("claims_roll") { ground in
      let stranger = try await ground.stranger()
      var answers: [JSONValue] = []
      // Mia is enrolled by her own family, Nora is listed and not enrolled, and nobody has the last number.
      for (number, name) in [("2041", "Mia Rivera"), ("2042", "Nora Lindqvist"), ("9999", "Nora Lindqvist")] {
        try await rename(ground, name, stranger)
        answers.append(try await enroll(ground, number, as: stranger))
        let seen = try await ground.ask(
          "{ schools { students { name state studentNumber isContested rollName } roll { studentNumber claims } } }",
          as: ground.administrator)
        let claim = seen.at("data", "schools", 0, "students")?.array?.first { $0.at("state")?.string == "PENDING" }
        #expect(claim?.at("studentNumber")?.string == number)
        #expect(claim?.at("isContested") == .bool(number == "2041"))
        #expect(claim?.at("rollName")?.string == (number == "9999" ? nil : name))
        let claims = seen.at("data", "schools", 0, "roll")?.array?.first { $0.at("studentNumber")?.string == "2041" }?.at("claims")
        #expect(claims?.number == (number == "2041" ? 2 : 1))
        let own = seen.at("data", "schools", 0, "students")?.array?.first {
          $0.at("studentNumber")?.string == "2041" && $0.at("state")?.string == "CONFIRMED"
        }
        #expect(own?.at("isContested") == .bool(number == "2041"))
        // No teacher sees a claim, and the claimer sees nothing.
        let taught = try await ground.ask("{ schools { students { state isContested } } }", as: ground.teacher)
        #expect(!"\(taught)".contains("PENDING"))
        try await end(ground, stranger)
      }
      #expect(answers[0].at("data", "enrollStudent", "enrolment", "state")?.string == "PENDING")
      #expect(Set(answers.map { "\($0)" }).count == 1)
    }
  }

  @Test func `A code confirms one student, once, and wrong ones are all alike and bounded`() async throws {
    try await PickupGround.run("claims_code") { ground in
      let stranger = try await ground.stranger()
      let nora = try await ground.database.run("SELECT id FROM school_students WHERE student_number = '2042'")
      let entry = try #require(nora.uuid(row: 0, column: 0))
      let first = try await ground.enrolmentCode(of: entry)
      let code = try await ground.enrolmentCode(of: entry)
      let listed = try await ground.ask("{ schools { roll { studentNumber codeExpiresAt } } }", as: ground.administrator)
      let waiting = listed.at("data", "schools", 0, "roll")?.array?.first { $0.at("studentNumber")?.string == "2042" }
      #expect(waiting?.at("codeExpiresAt") != .null)
      let lapsed = try await ground.enrolmentCode(of: DemonstrationFamily.rollEntryID)
      try await ground.database.run(
        """
        UPDATE enrolment_codes SET expires_at = now() - interval '1 second' WHERE used_at IS NULL
          AND school_student_id = \(bind: .uuid(DemonstrationFamily.rollEntryID))
        """)
      // One that another has taken the place of, one that has lapsed, one of another student, one that is nobody's, and no code at all.
      var answers: [JSONValue] = []
      for (number, wrong) in [("2042", first), ("2041", lapsed), ("2041", code), ("2042", "0000-0000-0000-0000"), ("2042", "x")] {
        answers.append(try await enroll(ground, number, code: wrong, as: stranger))
      }
      #expect(Set(answers.map { "\($0)" }).count == 1)
      #expect(answers[0].code == "NOT_FOUND" && answers[0].inputPath == "input.code")
      #expect(try await ground.ask("{ family { enrolments { schoolId } } }", as: stranger).at("data", "family", "enrolments")?.array?
        .contains { $0.at("schoolId")?.string == Self.school } == false)
      let enrolled = try await enroll(ground, "2042", code: code.lowercased().replacing("-", with: " "), as: stranger)
      #expect(enrolled.at("data", "enrollStudent", "enrolment", "state")?.string == "CONFIRMED")
      #expect(enrolled.at("data", "enrollStudent", "enrolment", "classId")?.string == DemonstrationClass.owls.id.description)
      // The school keeps the name of its list, and sees the family's beside it.
      let seen = try await ground.ask("{ schools { students { name studentNumber proposedName guardians { isConfirmed } } } }", as: ground.teacher)
      let student = seen.at("data", "schools", 0, "students")?.array?.first { $0.at("studentNumber")?.string == "2042" }
      #expect(student?.at("name")?.string == "Nora Lindqvist")
      #expect(student?.at("proposedName") != .null)
      #expect(student?.at("guardians")?.array?.allSatisfy { $0.at("isConfirmed") == .bool(true) } == true)
      // It works once.
      try await end(ground, stranger)
      #expect(try await enroll(ground, "2042", code: code, as: stranger) == answers[0])
      try await ground.database.run("UPDATE attempts SET count = 20 WHERE kind = 'enrolmentCodes'")
      let right = try await ground.enrolmentCode(of: entry)
      #expect(try await enroll(ground, "2042", code: right, as: stranger).code == "LIMIT_EXCEEDED")
      #expect(try await enroll(ground, "2042", as: stranger).at("errors") == nil)
    }
  }

  @Test func `A code confirms an enrolment that waits, and administrators alone make codes`() async throws {
    try await PickupGround.run("claims_waiting") { ground in
      let stranger = try await ground.stranger()
      let entry = try #require(
        try await ground.database.run("SELECT id FROM school_students WHERE student_number = '2042'").uuid(row: 0, column: 0))
      #expect(try await enroll(ground, "2042", as: stranger).at("data", "enrollStudent", "enrolment", "state")?.string == "PENDING")
      let make = #"mutation { createEnrolmentCode(input: {schoolStudentId: "\#(entry)"}) { code } }"#
      #expect(try await ground.ask(make, as: ground.dispatcher).code == "FORBIDDEN")
      for viewer in [ground.otherTeacher, ground.parent, stranger] {
        #expect(try await ground.ask(make, as: viewer).code == "NOT_FOUND")
      }
      let id = newID()
      func repeated(_ entry: UUIDValue) async throws -> JSONValue {
        try await ground.ask(
          #"mutation { createEnrolmentCode(input: {id: "\#(id)", schoolStudentId: "\#(entry)"}) { code } }"#, as: ground.administrator)
      }
      let made = try await repeated(entry)
      #expect(try await repeated(entry) == made)
      #expect(try await repeated(DemonstrationFamily.rollEntryID).code == "CONFLICT")
      let code = try #require(made.at("data", "createEnrolmentCode", "code")?.string)
      let confirmed = try await enroll(ground, "2042", code: code, as: stranger)
      #expect(confirmed.at("data", "enrollStudent", "enrolment", "state")?.string == "CONFIRMED", "\(confirmed)")
      #expect(try await repeated(entry).code == "CONFLICT")
      // A confirmed claim has one enrolment.
      let list = try await ground.ask("{ family { enrolments { schoolId state } } }", as: stranger)
      #expect(list.at("data", "family", "enrolments")?.array?.count { $0.at("schoolId")?.string == Self.school } == 1)
    }
  }

  @Test func `A bar holds where an enrolment waited under another number`() async throws {
    try await PickupGround.run("claims_barred_number") { ground in
      let stranger = try await ground.stranger()
      let entry = try #require(
        try await ground.database.run("SELECT id FROM school_students WHERE student_number = '2042'").uuid(row: 0, column: 0))
      try await ground.database.run(
        """
        INSERT INTO pickup_bars (school_id, student_number, account)
        VALUES (\(bind: .uuid(DemonstrationFamily.schoolID)), '2042', \(bind: .uuid(stranger.accountID)))
        """)
      #expect(try await enroll(ground, "9999", as: stranger).at("data", "enrollStudent", "enrolment", "state")?.string == "PENDING")
      let code = try await ground.enrolmentCode(of: entry)
      let confirmed = try await enroll(ground, "2042", code: code, as: stranger)
      #expect(confirmed.at("data", "enrollStudent", "enrolment", "state")?.string == "CONFIRMED", "\(confirmed)")
      let student = try await ground.ask("{ family { students(first: 1) { id } } }", as: stranger).at("data", "family", "students", 0, "id")
      let asked = try await ground.ask(
        """
        mutation { requestPickup(input: {studentIds: ["\(student?.string ?? "")"], schoolId: "\(Self.school)"}) { dismissals { id } } }
        """, as: stranger)
      #expect(asked.code == "FORBIDDEN" && asked.inputPath == "input.studentIds.0", "\(asked)")
    }
  }

  @Test func `A school that says so confirms by its roll as before`() async throws {
    try await PickupGround.run("claims_by_roll") { ground in
      let stranger = try await ground.stranger()
      try await rename(ground, "nora lindqvist", stranger)
      let set = #"mutation { updateSchool(input: {id: "\#(Self.school)", confirmsByRoll: true}) { school { confirmsByRoll } } }"#
      #expect(try await ground.ask("{ schools { confirmsByRoll } }", as: ground.parent).at("data", "schools", 0, "confirmsByRoll") == .bool(false))
      #expect(try await ground.ask(set, as: ground.teacher).code == "FORBIDDEN")
      #expect(try await ground.ask(set, as: ground.administrator).at("data", "updateSchool", "school", "confirmsByRoll") == .bool(true))
      // By whom somebody is enrolled already waits.
      #expect(try await enroll(ground, "2041", as: stranger).at("data", "enrollStudent", "enrolment", "state")?.string == "PENDING")
      try await end(ground, stranger)
      #expect(try await enroll(ground, "2042", as: stranger).at("data", "enrollStudent", "enrolment", "state")?.string == "CONFIRMED")
    }
  }

  @Test func `A wish for a class keeps no class from going, and the students of a class do`() async throws {
    try await PickupGround.run("claims_wishes") { ground in
      let stranger = try await ground.stranger()
      let students = try await ground.ask("{ family { students(first: 2) { id } } }", as: stranger).at("data", "family", "students")
      let made = try await ground.ask(
        #"mutation { createSchoolClass(input: {schoolId: "\#(Self.school)", name: "Wrens"}) { schoolClass { id } } }"#, as: ground.administrator)
      let wrens = try #require(made.at("data", "createSchoolClass", "schoolClass", "id")?.string)
      var ids: [String] = []
      for index in 0...1 {
        let enrolled = try await ground.ask(
          """
          mutation { enrollStudent(input: {
            studentId: "\(students?.array?[index].at("id")?.string ?? "")", schoolId: "\(Self.school)", classId: "\(wrens)", studentNumber: "\(index)"
          }) { enrolment { id wantedClassId } } }
          """, as: stranger)
        #expect(enrolled.at("data", "enrollStudent", "enrolment", "wantedClassId")?.string == wrens, "\(enrolled)")
        ids.append(try #require(enrolled.at("data", "enrollStudent", "enrolment", "id")?.string))
      }
      // One is turned down, one waits.
      let turned = try await ground.ask(
        #"mutation { removeStudentFromSchool(input: {id: "\#(ids[0])"}) { id } }"#, as: ground.administrator)
      #expect(turned.at("errors") == nil)
      let gone = try await ground.ask(#"mutation { deleteSchoolClass(input: {id: "\#(wrens)"}) { id } }"#, as: ground.administrator)
      #expect(gone.at("data", "deleteSchoolClass", "id")?.string == wrens, "\(gone)")
      let left = try await ground.ask(#"{ enrolment(id: "\#(ids[1])") { state wantedClassId } }"#, as: stranger)
      #expect(left.at("data", "enrolment", "state")?.string == "PENDING" && left.at("data", "enrolment", "wantedClassId") == .null)
      let owls = try await ground.ask(
        #"mutation { deleteSchoolClass(input: {id: "\#(DemonstrationClass.owls.id)"}) { id } }"#, as: ground.administrator)
      #expect(owls.code == "CONFLICT")
    }
  }
}
