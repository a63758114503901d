import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// A parent who joins a family whose students are at a school is a new person to the school.
@Suite struct NewParentTests {
  @Test func `Until staff confirm a new parent it takes no part in pickups, and all are told of it`() async throws {
    try await PickupGround.run("new_parent") { ground in
      let (mia, leo) = try await ground.students()
      try await ground.database.run("UPDATE enrolments SET absent_on = NULL")
      _ = try await ground.ask(
        "mutation { updateMemberSettings(input: {pushMutedKinds: [MESSAGE, PICKUP]}) { settings { weekStart } } }", as: ground.otherParent)
      let new = try await ground.newParent(invitedBy: ground.parent)
      for parent in [ground.parent, ground.otherParent] {
        let told = try await ground.ask("{ viewer { notifications(first: 1) { kind title } } }", as: parent)
        #expect(told.at("data", "viewer", "notifications", 0, "kind")?.string == "NEW_PARENT")
        #expect(told.at("data", "viewer", "notifications", 0, "title")?.string == "New is a parent of your family now")
      }
      let muted = try await ground.ask(
        "mutation { updateMemberSettings(input: {pushMutedKinds: [NEW_PARENT]}) { settings { weekStart } } }", as: ground.otherParent)
      #expect(muted.code == "BAD_USER_INPUT" && muted.inputPath == "input.pushMutedKinds", "\(muted)")
      let notices = try await ground.ask("{ schools { notices { kind personName student { name } } } }", as: ground.teacher)
      #expect(notices.at("data", "schools", 0, "notices", 0, "kind")?.string == "NEW_GUARDIAN")
      #expect(notices.at("data", "schools", 0, "notices", 0, "personName")?.string == "New")

      let enrolment = try await ground.enrolment(of: "Mia")
      let collector = try #require(
        try await ground.ask(#"{ enrolment(id: "\#(enrolment)") { collectors { id } } }"#, as: ground.parent)
          .at("data", "enrolment", "collectors", 0, "id")?.string)
      #expect(try await ground.request([mia], as: new).answer.code == "FORBIDDEN")
      let open = try await ground.request([mia, leo]).ids
      #expect(open.count == 2)
      #expect(try await ground.run("markReady", open, as: ground.dispatcher).at("errors") == nil)
      for action in ["confirmPickups", "cancelPickups"] {
        #expect(try await ground.run(action, [open[0]], as: new).code == "FORBIDDEN", "\(action)")
      }
      let refused = [
        #"createCollector(input: {enrolmentId: "\#(enrolment)", name: "X"}) { collector { id } }"#,
        #"updateCollector(input: {id: "\#(collector)", name: "X"}) { collector { id } }"#,
        #"deleteCollector(input: {id: "\#(collector)"}) { id }"#,
        #"createPickupTime(input: {enrolmentId: "\#(enrolment)", days: [MONDAY], time: "12:00:00"}) { pickupTime { id } }"#,
        #"createAbsenceReport(input: {enrolmentId: "\#(enrolment)", firstDay: "2090-01-02", lastDay: "2090-01-02", reason: OTHER}) { absenceReport { id } }"#,
        #"updateAbsenceReport(input: {id: "\#(DemonstrationFamily.openAbsenceReportID)", note: "X"}) { absenceReport { id } }"#,
        #"withdrawAbsenceReport(input: {id: "\#(DemonstrationFamily.openAbsenceReportID)"}) { absenceReport { id } }"#,
        #"sayWhoComes(input: {enrolmentId: "\#(enrolment)", collectorId: "\#(collector)"}) { enrolment { id } }"#,
        #"sendSchoolMessage(input: {enrolmentId: "\#(enrolment)", text: "X"}) { message { id } }"#,
        #"linkCard(input: {cardId: "04:A2:2B:7C:1D:64:99"}) { card { id } }"#,
        #"endEnrolment(input: {id: "\#(enrolment)"}) { enrolment { id } }"#,
        #"leaveSchool(input: {schoolId: "\#(DemonstrationFamily.schoolID)"}) { schoolId }"#,
      ]
      for mutation in refused {
        let answer = try await ground.ask("mutation { \(mutation) }", as: new)
        #expect(["FORBIDDEN"].contains(answer.code), "\(mutation): \(answer)")
      }
      #expect(try await ground.state(of: open[0]) == "READY")

      let guardian = try await ground.guardian("New")
      let confirm = #"mutation { confirmGuardian(input: {id: "\#(guardian)"}) { guardian { isConfirmed } } }"#
      #expect(try await ground.ask(confirm, as: ground.teacher).code == "FORBIDDEN")
      #expect(try await ground.ask(confirm, as: ground.parent).code == "NOT_FOUND")
      #expect(
        try await ground.ask(confirm, as: ground.administrator).at("data", "confirmGuardian", "guardian", "isConfirmed") == .bool(true))
      #expect(try await ground.run("confirmPickups", [open[0]], as: new).at("errors") == nil)
      // The confirmation covers Mia, and not Leo.
      #expect(try await ground.run("confirmPickups", [open[1]], as: new).code == "FORBIDDEN")
      for mutation in refused.prefix(2) {
        let answer = try await ground.ask("mutation { \(mutation) }", as: new)
        #expect(answer.at("errors") == nil, "\(mutation): \(answer)")
      }
    }
  }

  @Test func `Whoever comes to have a parent's profile is new, and parents before the enrolment are confirmed with it`() async throws {
    try await PickupGround.run("new_parent_profile") { ground in
      let member = try #require(ground.otherParent.membership).memberID
      let mia = try await ground.students().mia
      #expect(try await ground.guardianIsConfirmed("Mateo Rivera"))
      let other = UUIDValue.random()
      try await ground.database.run("INSERT INTO accounts (id, name) VALUES (\(bind: .uuid(other)), 'Other')")
      try await ground.database.run("UPDATE members SET account_id = \(bind: .uuid(other)) WHERE id = \(bind: .uuid(member))")
      try await ground.database.run(
        "UPDATE members SET account_id = \(bind: .uuid(ground.otherParent.accountID)) WHERE id = \(bind: .uuid(member))")
      #expect(try await !ground.guardianIsConfirmed("Mateo Rivera"))
      #expect(try await ground.request([mia], as: ground.otherParent).answer.code == "FORBIDDEN")
      // An enrolment that waits when somebody joins: staff confirm those who were parents when it was made.
      let stranger = try await ground.stranger()
      let student = try await ground.ask("{ family { students(first: 1) { id } } }", as: stranger).at("data", "family", "students", 0, "id")
      let enrolled = try await ground.ask(
        """
        mutation { enrollStudent(input: {
          studentId: "\(student?.string ?? "")", schoolId: "\(DemonstrationFamily.schoolID)", studentNumber: "77"
        }) { enrolment { id } } }
        """, as: stranger)
      let enrolment = try #require(enrolled.at("data", "enrollStudent", "enrolment", "id")?.string, "\(enrolled)")
      _ = try await ground.newParent(invitedBy: stranger, name: "Late")
      let placed = try await ground.ask(
        """
        mutation { placeStudent(input: {id: "\(enrolment)", classId: "\(DemonstrationClass.owls.id)"}) {
          student { guardians { name isConfirmed } }
        } }
        """, as: ground.administrator)
      let guardians = placed.at("data", "placeStudent", "student", "guardians")?.array ?? []
      #expect(guardians.count >= 2)
      for guardian in guardians {
        #expect(guardian.at("isConfirmed") == .bool(guardian.at("name")?.string != "Late"), "\(guardian)")
      }
    }
  }

  @Test func `A name that a family changes stands beside the one that the school knows`() async throws {
    try await PickupGround.run("kept_names") { ground in
      let mia = try await ground.students().mia
      let enrolment = try await ground.enrolment(of: "Mia")
      let renamed = try await ground.ask(
        #"mutation { updateStudent(input: {id: "\#(mia)", name: "Ivy Fox"}) { student { name } } }"#, as: ground.parent)
      #expect(renamed.at("data", "updateStudent", "student", "name")?.string == "Ivy Fox")
      _ = try await ground.ask(#"mutation { updateViewer(input: {name: "Mateo Rivera"}) { viewer { name } } }"#, as: ground.parent)
      let query = #"{ classStudent(id: "\#(enrolment)") { name proposedName guardians { name proposedName } } }"#
      let seen = try await ground.ask(query, as: ground.teacher)
      #expect(seen.at("data", "classStudent", "name")?.string == "Mia Rivera")
      #expect(seen.at("data", "classStudent", "proposedName")?.string == "Ivy Fox")
      #expect(Set((seen.at("data", "classStudent", "guardians")?.array ?? []).compactMap { $0.at("name")?.string })
        == ["Elena Rivera", "Mateo Rivera"])
      let open = try await ground.request([mia], as: ground.otherParent)
      #expect(open.ids.count == 1)
      let queue = try await ground.ask("{ schools { dismissals { student { name } } } }", as: ground.teacher)
      #expect(queue.at("data", "schools", 0, "dismissals", 0, "student", "name")?.string == "Mia Rivera")
      let accept = #"mutation { acceptStudentName(input: {id: "\#(enrolment)"}) { student { name proposedName } } }"#
      #expect(try await ground.ask(accept, as: ground.teacher).code == "FORBIDDEN")
      #expect(try await ground.ask(accept, as: ground.parent).code == "NOT_FOUND")
      let accepted = try await ground.ask(accept, as: ground.administrator)
      #expect(accepted.at("data", "acceptStudentName", "student", "name")?.string == "Ivy Fox")
      #expect(accepted.at("data", "acceptStudentName", "student", "proposedName") == .null)
      #expect(try await ground.ask(accept, as: ground.administrator) == accepted)
      // Named as before, there is nothing to take.
      _ = try await ground.ask(#"mutation { updateViewer(input: {name: "Elena Rivera"}) { viewer { name } } }"#, as: ground.parent)
      let back = try await ground.ask(query, as: ground.teacher)
      #expect(back.at("data", "classStudent", "guardians")?.array?.allSatisfy { $0.at("proposedName") == .null } == true)
    }
  }
}

extension PickupGround {
  fileprivate func guardianIsConfirmed(_ name: String) async throws -> Bool {
    let found = try await ask("{ schools { students { name guardians { name isConfirmed } } } }", as: administrator)
    let mia = found.at("data", "schools", 0, "students")?.array?.first { $0.at("name")?.string == "Mia Rivera" }
    return mia?.at("guardians")?.array?.first { $0.at("name")?.string == name }?.at("isConfirmed") == .bool(true)
  }
}
