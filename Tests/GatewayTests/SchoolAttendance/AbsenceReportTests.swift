import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Absences that parents report to a school (TT-08).
@Suite struct AbsenceReportTests {
  @Test func `A parent reports an absence, and staff of the class decide`() async throws {
    try await AbsenceGround.run("absence_reports") { ground in
      let id = newID()
      let made = try await ground.report(-1...1, id: id)
      #expect(made.at("data", "createAbsenceReport", "absenceReport", "state")?.string == "SUBMITTED", "\(made)")
      #expect(try await ground.report(-1...1, id: id) == made)
      // The payload always has a report.
      let lost = newID()
      _ = try await ground.report(5...5, id: lost)
      try await ground.pickup.database.run("DELETE FROM absence_reports WHERE id = \(bind: .text(lost))::uuid")
      let refused = try await ground.report(5...5, id: lost)
      #expect(refused.code == "CONFLICT" && refused.inputPath == "input.id", "\(refused)")
      let today = try await ground.day(0)
      let list = """
        { schoolClass(id: "\(DemonstrationClass.owls.id)") { absenceReports(on: "\(today)") { id note student { name } } } }
        """
      let seen = try await ground.pickup.ask(list, as: ground.teacher)
      #expect(seen.at("data", "schoolClass", "absenceReports", 0, "student", "name")?.string == "Mia Rivera", "\(seen)")
      let later = try await ground.pickup.ask(
        #"{ schools(first: 1) { absenceReports(on: "\#(try await ground.day(2))") { id } } }"#, as: ground.pickup.administrator)
      #expect(later.at("data", "schools", 0, "absenceReports")?.array?.isEmpty == true, "\(later)")
      let decided = try await ground.decide(id, true, note: "Get well soon.")
      #expect(decided.at("data", "decideAbsenceReport", "absenceReport", "state")?.string == "EXCUSED", "\(decided)")
      #expect(decided.at("data", "decideAbsenceReport", "absenceReport", "decidedBy")?.string == "Thea Becker")
      let read = try await ground.pickup.ask(
        #"{ absenceReport(id: "\#(id)") { state decidedBy decisionNote version } }"#, as: ground.pickup.otherParent)
      #expect(read.at("data", "absenceReport", "decisionNote")?.string == "Get well soon.")
      // The same decision sent again changes nothing, and notifies nobody.
      let told = "{ viewer { notifications(first: 50) { kind event } } }"
      let before = try await ground.pickup.ask(told, as: ground.parent)
      #expect(before.at("data", "viewer", "notifications", 0, "event")?.string == "ABSENCE")
      _ = try await ground.decide(id, true, note: "Get well soon.")
      #expect(try await ground.pickup.ask(told, as: ground.parent) == before)
      let again = try await ground.pickup.ask(
        #"{ absenceReport(id: "\#(id)") { state decidedBy decisionNote version } }"#, as: ground.pickup.otherParent)
      #expect(again == read)
    }
  }

  @Test func `Each action has the outcome of the table in each state`() async throws {
    try await AbsenceGround.run("absence_states") { ground in
      for state in AbsenceReportState.allCases {
        for action in AbsenceReportAction.allCases where action != .create {
          try await ground.pickup.database.run("DELETE FROM absence_reports")
          let id = try await ground.reported(0...0)
          switch state {
          case .submitted: break
          case .excused: _ = try await ground.decide(id, true)
          case .unexcused: _ = try await ground.decide(id, false)
          case .withdrawn: _ = try await ground.withdraw(id)
          }
          let answer =
            switch action {
            case .create, .update: try await ground.update(id, #"note: "Fever""#)
            case .withdraw: try await ground.withdraw(id)
            case .excuse: try await ground.decide(id, true, note: "Other")
            case .refuse: try await ground.decide(id, false, note: "Other")
            }
          let after = try await ground.pickup.ask(#"{ absenceReport(id: "\#(id)") { state note } }"#, as: ground.parent)
          let written = after.at("data", "absenceReport", "state")?.string
          switch AbsenceReportTable.outcome(of: action, in: state) {
          case .move(let new): #expect(answer.at("errors") == nil && written == new.rawValue, "\(action) in \(state): \(answer)")
          case .amend: #expect(after.at("data", "absenceReport", "note")?.string == "Fever", "\(answer)")
          case .unchanged: #expect(answer.at("errors") == nil && written == state.rawValue, "\(action) in \(state): \(answer)")
          case .conflict: #expect(answer.code == "CONFLICT" && written == state.rawValue, "\(action) in \(state): \(answer)")
          case .notFound: Issue.record("there is a report")
          }
        }
      }
    }
  }

  @Test func `A report has at most 60 days, begins 30 days ago at the earliest, and shares no day with another`() async throws {
    try await AbsenceGround.run("absence_days") { ground in
      #expect(try await ground.report(-31...0).inputPath == "input.firstDay")
      #expect(try await ground.report(0...60).inputPath == "input.lastDay")
      let first = try await ground.reported(-30...29)
      for days in [29...29, -30...(-30), -1...3, 20...40] {
        let refused = try await ground.report(days)
        #expect(refused.code == "CONFLICT" && refused.inputPath == "input.firstDay", "\(refused)")
      }
      let second = try await ground.reported(30...31)
      #expect(try await ground.update(second, #"firstDay: "\#(try await ground.day(29))""#).code == "CONFLICT")
      let reversed = try await ground.update(second, #"lastDay: "\#(try await ground.day(28))""#)
      #expect(reversed.code == "BAD_USER_INPUT" && reversed.inputPath == "input.lastDay", "\(reversed)")
      _ = try await ground.withdraw(first)
      #expect(try await ground.report(29...29).at("errors") == nil)
      // Withdrawn already: the version stays.
      let withdrawn = try await ground.withdraw(first)
      #expect(try await ground.withdraw(first) == withdrawn)
    }
  }

  @Test func `Others see no report, and those who see one and may not act are refused`() async throws {
    try await AbsenceGround.run("absence_rights") { ground in
      let pickup = ground.pickup
      let id = try await ground.reported(0...0)
      #expect(try await ground.decide(id, true, as: pickup.dispatcher).code == "FORBIDDEN")
      #expect(try await ground.decide(id, true, as: pickup.otherTeacher).code == "NOT_FOUND")
      #expect(try await ground.decide(id, true, as: ground.parent).code == "NOT_FOUND")
      let read = #"{ classStudent(id: "\#(ground.enrolment)") { absenceReports { id } schoolAttendance { id } } }"#
      #expect(try await pickup.ask(read, as: pickup.dispatcher).at("data", "classStudent", "absenceReports")?.array?.count == 1)
      let stranger = try await pickup.stranger()
      #expect(try await ground.withdraw(id, as: stranger).code == "NOT_FOUND")
      #expect(try await ground.report(3...3, as: stranger).code == "NOT_FOUND")
      let student = AccountViewer(try #require(pickup.database.demonstration.accounts.first { $0.role == .student }))
      #expect(try await pickup.ask(#"{ absenceReport(id: "\#(id)") { id } }"#, as: student).at("data", "absenceReport") == .null)
      #expect(try await ground.update(id, #"note: "X""#, as: student).code == "FORBIDDEN")
      // A student reads its own.
      let own = try #require(student.membership).memberID
      try await pickup.database.run(
        "UPDATE enrolments SET student_id = \(bind: .uuid(own)) WHERE id = \(bind: .text(ground.enrolment))::uuid")
      #expect(try await pickup.ask(#"{ absenceReport(id: "\#(id)") { id } }"#, as: student).at("data", "absenceReport", "id")?.string == id)
      #expect(try await ground.decide(id, false, as: pickup.administrator).at("errors") == nil)
    }
  }

  @Test func `A bar and the end of an enrolment hide the reports and the attendance`() async throws {
    try await AbsenceGround.run("absence_ends") { ground in
      let pickup = ground.pickup
      let id = try await ground.reported(0...0)
      _ = try await ground.record(0, "ABSENT")
      try await pickup.bar("Mateo Rivera")
      let read = """
        { absenceReport(id: "\(id)") { id } enrolment(id: "\(ground.enrolment)") { absenceReports { id } schoolAttendance { id } } }
        """
      let hidden = try await pickup.ask(read, as: pickup.otherParent)
      #expect(hidden.at("data", "absenceReport") == .null)
      #expect(hidden.at("data", "enrolment", "absenceReports")?.array?.isEmpty == true)
      #expect(hidden.at("data", "enrolment", "schoolAttendance")?.array?.isEmpty == true)
      #expect(try await ground.withdraw(id, as: pickup.otherParent).code == "NOT_FOUND")
      #expect(try await ground.report(5...5, as: pickup.otherParent).code == "FORBIDDEN")
      let before = try await pickup.ask("{ viewer { notifications(first: 50) { id } } }", as: pickup.otherParent)
      _ = try await ground.decide(id, true)
      #expect(try await pickup.ask("{ viewer { notifications(first: 50) { id } } }", as: pickup.otherParent) == before)
      let ended = try await pickup.ask(
        #"mutation { endEnrolment(input: {id: "\#(ground.enrolment)"}) { enrolment { state } } }"#, as: ground.parent)
      #expect(ended.at("errors") == nil, "\(ended)")
      #expect(try await ground.decide(id, false).code == "NOT_FOUND")
      #expect(try await ground.record(0, "PRESENT").code == "NOT_FOUND")
      #expect(try await ground.report(9...9).code == "CONFLICT")
      let left = try await pickup.ask("{ schools(first: 1) { absenceReports { id } schoolAttendance { id } } }", as: pickup.administrator)
      #expect(left.at("data", "schools", 0, "absenceReports")?.array?.isEmpty == true)
      #expect(left.at("data", "schools", 0, "schoolAttendance")?.array?.isEmpty == true)
      #expect(try await ground.states() == ["EXCUSED"])
    }
  }
}
