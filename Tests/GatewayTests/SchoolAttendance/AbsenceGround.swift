import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// The demonstration school without attendance and absence reports, for tests that make these. Days are counted from today, in the
/// school's time zone.
struct AbsenceGround {
  let pickup: PickupGround
  let enrolment: String

  static func run(_ name: String, _ body: (AbsenceGround) async throws -> Void) async throws {
    try await PickupGround.run(name) { pickup in
      try await pickup.database.run("DELETE FROM school_attendance")
      try await pickup.database.run("DELETE FROM absence_reports")
      try await body(AbsenceGround(pickup: pickup, enrolment: try await pickup.enrolment(of: "Mia")))
    }
  }

  var parent: AccountViewer { pickup.parent }
  var teacher: AccountViewer { pickup.teacher }

  func day(_ number: Int) async throws -> String {
    try await pickup.database.run(
      """
      SELECT ((now() AT TIME ZONE schools.time_zone)::date + \(bind: .int4(Int32(number))))::text FROM schools \
      WHERE schools.id = \(bind: .uuid(DemonstrationFamily.schoolID))
      """
    ).text(row: 0, column: 0) ?? ""
  }

  /// Reports an absence of Mia.
  func report(_ days: ClosedRange<Int>, as viewer: AccountViewer? = nil, id: String = newID()) async throws -> JSONValue {
    let (first, last) = (try await day(days.lowerBound), try await day(days.upperBound))
    return try await pickup.ask(
      """
      mutation { createAbsenceReport(input: {
        id: "\(id)", enrolmentId: "\(enrolment)", firstDay: "\(first)", lastDay: "\(last)", reason: ILLNESS, note: "Flu"
      }) { absenceReport { id firstDay lastDay reason note state decidedBy decisionNote version } } }
      """, as: viewer ?? parent)
  }

  /// The id of a new report.
  func reported(_ days: ClosedRange<Int>) async throws -> String {
    let answer = try await report(days)
    return try #require(answer.at("data", "createAbsenceReport", "absenceReport", "id")?.string, "\(answer)")
  }

  func decide(_ id: String, _ isExcused: Bool, note: String = "", as viewer: AccountViewer? = nil) async throws -> JSONValue {
    try await pickup.ask(
      """
      mutation { decideAbsenceReport(input: {id: "\(id)", isExcused: \(isExcused), note: "\(note)"}) {
        absenceReport { state decidedBy decisionNote student { name } }
      } }
      """, as: viewer ?? teacher)
  }

  func withdraw(_ id: String, as viewer: AccountViewer? = nil) async throws -> JSONValue {
    try await pickup.ask(
      #"mutation { withdrawAbsenceReport(input: {id: "\#(id)"}) { absenceReport { state version } } }"#, as: viewer ?? parent)
  }

  func update(_ id: String, _ fields: String, as viewer: AccountViewer? = nil) async throws -> JSONValue {
    try await pickup.ask(
      #"mutation { updateAbsenceReport(input: {id: "\#(id)", \#(fields)}) { absenceReport { state note version } } }"#,
      as: viewer ?? parent)
  }

  func record(_ number: Int, _ state: String, _ more: String = "", as viewer: AccountViewer? = nil) async throws -> JSONValue {
    try await pickup.ask(
      """
      mutation { recordSchoolAttendance(input: {date: "\(try await day(number))", records: [
        {studentId: "\(enrolment)", state: \(state)\(more)}
      ]}) { records { id date state note recordedBy student { name } } } }
      """, as: viewer ?? teacher)
  }

  /// The states of Mia's attendance as its family reads them, the latest day first.
  func states(as viewer: AccountViewer? = nil) async throws -> [String] {
    let list = try await pickup.ask(#"{ enrolment(id: "\#(enrolment)") { schoolAttendance { state } } }"#, as: viewer ?? parent)
    return (list.at("data", "enrolment", "schoolAttendance")?.array ?? []).compactMap { $0.at("state")?.string }
  }
}
