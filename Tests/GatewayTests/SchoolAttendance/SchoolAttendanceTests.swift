import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// The attendance that a school records (TT-08).
@Suite struct SchoolAttendanceTests {
  @Test func `Staff record one state a day, which replaces the former one`() async throws {
    try await AbsenceGround.run("school_attendance") { ground in
      let first = try await ground.record(0, "TARDY", #", note: "The bus was late.""#)
      let record = first.at("data", "recordSchoolAttendance", "records", 0)
      #expect(record?.at("state")?.string == "TARDY" && record?.at("recordedBy")?.string == "Thea Becker", "\(first)")
      #expect(record?.at("student", "name")?.string == "Mia Rivera")
      #expect(try await ground.record(0, "TARDY", #", note: "The bus was late.""#) == first)
      let second = try await ground.record(0, "PRESENT", as: ground.pickup.administrator).at("data", "recordSchoolAttendance", "records", 0)
      #expect(second?.at("id") == record?.at("id"))
      #expect(second?.at("note") == .null && second?.at("recordedBy")?.string == "Hannah Osei")
      _ = try await ground.record(-1, "LEFT_EARLY")
      #expect(try await ground.states() == ["PRESENT", "LEFT_EARLY"])
      let yesterday = try await ground.day(-1)
      let week = """
        { schoolClass(id: "\(DemonstrationClass.owls.id)") { schoolAttendance(from: "\(yesterday)", to: "\(yesterday)") { state } } }
        """
      let days = try await ground.pickup.ask(week, as: ground.teacher).at("data", "schoolClass", "schoolAttendance")?.array
      #expect(days?.compactMap { $0.at("state")?.string } == ["LEFT_EARLY"])
    }
  }

  @Test func `A day after today, a student twice and people without the right are refused`() async throws {
    try await AbsenceGround.run("school_attendance_refused") { ground in
      let future = try await ground.record(1, "PRESENT")
      #expect(future.code == "BAD_USER_INPUT" && future.inputPath == "input.date", "\(future)")
      let twice = try await ground.record(0, "PRESENT", #"}, {studentId: "\#(ground.enrolment)", state: ABSENT"#)
      #expect(twice.code == "BAD_USER_INPUT" && twice.inputPath == "input.records.1.studentId", "\(twice)")
      #expect(try await ground.record(0, "PRESENT", as: ground.pickup.dispatcher).code == "FORBIDDEN")
      for viewer in [ground.pickup.otherTeacher, ground.parent] {
        #expect(try await ground.record(0, "PRESENT", as: viewer).code == "NOT_FOUND")
      }
      #expect(try await ground.states() == [])
    }
  }

  @Test func `An absence counts as excused while its report is, whichever comes first`() async throws {
    try await AbsenceGround.run("school_attendance_excused") { ground in
      _ = try await ground.record(-3, "ABSENT")
      _ = try await ground.record(-2, "ABSENT")
      _ = try await ground.record(-1, "TARDY")
      let id = try await ground.reported(-2...0)
      #expect(try await ground.states() == ["TARDY", "ABSENT", "ABSENT"])
      _ = try await ground.decide(id, true)
      #expect(try await ground.states() == ["TARDY", "EXCUSED", "ABSENT"])
      // Recorded when the report is excused.
      _ = try await ground.record(0, "ABSENT")
      #expect(try await ground.states() == ["EXCUSED", "TARDY", "EXCUSED", "ABSENT"])
      _ = try await ground.record(-1, "EXCUSED")
      _ = try await ground.decide(id, false)
      // A record that staff made as EXCUSED stays so.
      #expect(try await ground.states() == ["ABSENT", "EXCUSED", "ABSENT", "ABSENT"])
      _ = try await ground.decide(id, true)
      #expect(try await ground.states() == ["EXCUSED", "EXCUSED", "EXCUSED", "ABSENT"])
    }
  }
}
