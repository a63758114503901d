import GraphQL
import Planning
import SQL

/// `decideAbsenceReport` (TT-08): staff of the class decide whether an absence is excused.
enum AbsenceDecision {
  static var resolver: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let note = try input.optionalText("note", characters: 1...1_000, lines: .many)
      let action: AbsenceReportAction = input.flag("isExcused") ? .excuse : .refuse
      let seen = try await rows.row(ClassAbsenceReport.self, key: id, columns: [.enrolmentID])
      guard seen.count == 1, let enrolment = seen.uuid(row: 0, column: 0) else { throw input.notFound("id") }
      try await rows.call(.lockFamiliesAsStaff(enrolled: [enrolment], guarding: [], open: []))
      let found = try await rows.row(
        ClassAbsenceReport.self, key: id, columns: [.state, .staffSchoolID, .classID, .decisionNote])
      guard found.count == 1, let state = found.text(row: 0, column: 0).flatMap(AbsenceReportState.init(rawValue:)) else {
        throw input.notFound("id")
      }
      let school = found.uuid(row: 0, column: 1)
      try rows.requireTeaching(in: found.uuid(row: 0, column: 2), of: school, at: input.path(of: "id"))
      switch AbsenceReportTable.outcome(of: action, in: state) {
      case .move(let new):
        // The same decision sent again changes nothing, and notifies nobody.
        if new == state && note == found.text(row: 0, column: 3) { break }
        let author = try await rows.read(rows.staffNames()).name(at: school)
        _ = try await rows.update(
          ClassAbsenceReport.self, key: id,
          [
            ClassAbsenceReport.set(.state, .text(new.rawValue)), ClassAbsenceReport.set(.decidedBy, .text(author)),
            ClassAbsenceReport.set(.decisionNote, note.map { .text($0) } ?? .null(.text)),
          ])
        try await excuse(on: id, of: enrolment, isExcused: new == .excused, rows)
      case .amend, .unchanged: break
      case .conflict, .notFound:
        throw .conflict(AbsenceReportTable.conflictMessage(of: action), at: input.path(of: "id"), version: nil)
      }
      return ["absenceReport": id]
    }
  }

  /// Changes how the attendance of the days of a report counts that was recorded as absent.
  private static func excuse(
    on report: UUIDValue, of enrolment: UUIDValue, isExcused: Bool, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    let state: SQLValue = .text(SchoolAttendanceState.absent.counted(isExcused: isExcused).rawValue)
    _ = try await rows.update(ClassAttendance.self, [ClassAttendance.set(.state, state)]) { row in
      """
      \(row[.enrolmentID]) = \(bind: .uuid(enrolment)) AND \(row[.recordedState]) = 'ABSENT' AND \(row[.state]) <> \(bind: state) \
      AND EXISTS (SELECT 1 FROM absence_reports decided WHERE decided.family_id = \(row[.familyID]) \
      AND decided.id = \(bind: .uuid(report)) AND \(row[.date]) BETWEEN decided.first_day AND decided.last_day)
      """
    }
  }
}
