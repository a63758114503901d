import GraphQL
import Gateway
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The attendance of several students on one day, in one mutation.
@Suite struct AttendanceBatchTests {
  private static let ground = MutationGround("attendance_batches")

  private func record(
    _ date: String, _ records: String, _ gateway: TestGateway, as viewer: AccountViewer
  ) async throws -> JSONValue {
    try await gateway.answer(
      """
      mutation { recordAttendance(input: {date: "\(date)", records: [\(records)]}) {
        attendanceRecords { id date state note version student { id } }
      } }
      """, as: viewer)
  }

  private func students(_ gateway: TestGateway, _ viewer: AccountViewer) async throws -> [String] {
    let family = try await gateway.answer("{ family { students { id } } }", as: viewer)
    return try #require(family.at("data", "family", "students")?.array).compactMap { $0.at("id")?.string }
  }

  @Test func `A record is made for each student, and changed where there is one of the day`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let students = try await students(gateway, database.parent)
      let first = try await record(
        "2027-04-01", #"{studentId: "\#(students[1])", state: EXCUSED, note: "Dentist"}"#, gateway, as: database.parent)
      #expect(first.at("errors") == nil)
      let known = try #require(first.at("data", "recordAttendance", "attendanceRecords", 0, "id")?.string)
      let all = try await record(
        "2027-04-01",
        """
        {studentId: "\(students[0])", state: PRESENT} {studentId: "\(students[1])", state: PARTIAL}
        {studentId: "\(students[2])", state: ABSENT, note: "Fever"}
        """, gateway, as: database.parent)
      #expect(all.at("errors") == nil)
      let records = try #require(all.at("data", "recordAttendance", "attendanceRecords")?.array)
      #expect(records.map { $0.at("student", "id")?.string } == students)
      #expect(records.map { $0.at("state")?.string } == ["PRESENT", "PARTIAL", "ABSENT"])
      #expect(records.map { $0.at("note")?.string } == [nil, "Dentist", "Fever"])
      #expect(records.map { $0.at("version") } == [.number("1"), .number("2"), .number("1")])
      #expect(records[1].at("id")?.string == known)
      #expect(records.allSatisfy { $0.at("date")?.string == "2027-04-01" })
      // A note is cleared by null, and another day has records of its own.
      let cleared = try await record(
        "2027-04-01", #"{studentId: "\#(students[1])", state: ABSENT, note: null}"#, gateway, as: database.parent)
      #expect(cleared.at("data", "recordAttendance", "attendanceRecords", 0, "note") == .null)
      let next = try await record(
        "2027-04-02", #"{studentId: "\#(students[1])", state: PRESENT}"#, gateway, as: database.parent)
      #expect(next.at("data", "recordAttendance", "attendanceRecords", 0, "version") == .number("1"))
    }
  }

  @Test("One record that is refused refuses all, with its place", arguments: [
    (#"{studentId: "X", state: PRESENT}"#, "NOT_FOUND", "records.1.studentId"),
    (#"{studentId: "F", state: PRESENT}"#, "NOT_FOUND", "records.1.studentId"),
    (#"{studentId: "P", state: PRESENT}"#, "NOT_FOUND", "records.1.studentId"),
    (#"{studentId: "A", state: PRESENT}"#, "BAD_USER_INPUT", "records.1.studentId"),
    (#"{studentId: "B", state: PRESENT, note: "LONG"}"#, "BAD_USER_INPUT", "records.1.note"),
  ])
  func refused(item: String, code: String, path: String) async throws {
    try await Self.ground.withGateway { gateway, database in
      let students = try await students(gateway, database.parent)
      let parent = try #require(database.parent.membership).memberID
      let foreign = try await self.students(gateway, AccountViewer(database.sample.parentAccount(of: 0)))[0]
      let item = item.replacing("\"A\"", with: "\"\(students[0])\"").replacing("\"B\"", with: "\"\(students[1])\"")
        .replacing("\"X\"", with: "\"\(newID())\"").replacing("\"F\"", with: "\"\(foreign)\"")
        .replacing("\"P\"", with: "\"\(parent)\"").replacing("LONG", with: String(repeating: "x", count: 1001))
      let day = "2027-05-03"
      let answer = try await record(
        day, "{studentId: \"\(students[0])\", state: PRESENT} \(item)", gateway, as: database.parent)
      #expect(answer.codes == ["recordAttendance": code], "\(answer)")
      #expect(answer.inputPath == "input.\(path)")
      let kept = try await database.run("SELECT count(*)::text FROM attendance_records WHERE date = date '2027-05-03'")
      #expect(kept.text(row: 0, column: 0) == "0")
    }
  }

  @Test func `A day that is none, no record and more than fifty are refused, and students record nothing`() async throws {
    try await Self.ground.withGateway { gateway, database in
      let student = try await students(gateway, database.parent)[0]
      let one = "{studentId: \"\(student)\", state: PRESENT}"
      let many = (0..<51).map { _ in "{studentId: \"\(newID())\", state: PRESENT}" }.joined(separator: " ")
      #expect(try await record("someday", one, gateway, as: database.parent).inputPath == "input.date")
      for records in ["", many] {
        let answer = try await record("2027-06-01", records, gateway, as: database.parent)
        #expect(answer.codes == ["recordAttendance": "BAD_USER_INPUT"])
        #expect(answer.inputPath == "input.records")
      }
      #expect(try await record("2027-06-01", one, gateway, as: database.student).codes == ["recordAttendance": "FORBIDDEN"])
    }
  }
}
