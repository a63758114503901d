/// The attendance that Hill School recorded, and the absences that the parents reported.
extension DemonstrationFamily {
  /// The report of Mia that staff have not decided.
  package static let openAbsenceReportID = key(.absenceReport, 1)

  var attendanceTables: [SampleTable] { [schoolAttendanceTable, absenceReportsTable, absenceFilesTable] }

  private var schoolAttendanceTable: SampleTable {
    let records: [(enrolment: Int, days: Int, recorded: String, state: String, note: String?)] = [
      (1, -5, "PRESENT", "PRESENT", nil), (1, -4, "ABSENT", "EXCUSED", nil), (1, -3, "TARDY", "TARDY", "The bus was late."),
      (2, -5, "PRESENT", "PRESENT", nil), (2, -4, "LEFT_EARLY", "LEFT_EARLY", nil),
    ]
    return table(
      "school_attendance",
      [
        "family_id", "id", "enrolment_id", "date", "recorded_state", "state", "note", "recorded_by", "created_at", "updated_at",
      ], Array(records.enumerated())
    ) { [referenceDay] numbered, text in
      let (index, record) = numbered
      let day = referenceDay.adding(days: record.days)
      let recorded = Moment(day, offset: 13 * Moment.hour)
      let author = record.enrolment == 1 ? DemonstrationStaff.teacher : .otherTeacher
      text.appendRow(
        Self.id, Self.key(.schoolAttendance, index + 1), Self.key(.enrolment, record.enrolment), day, record.recorded, record.state,
        record.note, author.name, recorded, recorded)
    }
  }

  private var absenceReportsTable: SampleTable {
    let reports: [(number: Int, days: ClosedRange<Int>, reason: String, note: String?, isDecided: Bool)] = [
      (1, 2...3, "APPOINTMENT", nil, false), (2, -4...(-4), "ILLNESS", "Mia has a cold.", true),
    ]
    return table(
      "absence_reports",
      [
        "family_id", "id", "enrolment_id", "first_day", "last_day", "reason", "note", "state", "decided_by", "decision_note",
        "created_at", "updated_at",
      ], reports
    ) { [referenceDay] report, text in
      let reported = Moment(referenceDay.adding(days: -4), offset: 11 * Moment.hour) + report.number * Moment.hour
      text.appendRow(
        Self.id, Self.key(.absenceReport, report.number), Self.key(.enrolment, 1), referenceDay.adding(days: report.days.lowerBound),
        referenceDay.adding(days: report.days.upperBound), report.reason, report.note, report.isDecided ? "EXCUSED" : "SUBMITTED",
        report.isDecided ? DemonstrationStaff.teacher.name : nil, report.isDecided ? "Get well soon." : nil, reported, reported)
    }
  }

  private var absenceFilesTable: SampleTable {
    table("absence_files", ["family_id", "id", "report_id", "file_id", "created_at"], [2]) { [referenceDay] report, text in
      text.appendRow(
        Self.id, Self.key(.fileUse, 3), Self.key(.absenceReport, report), DemonstrationPicture.thermometer.id,
        Moment(referenceDay.adding(days: -4), offset: 13 * Moment.hour))
    }
  }
}
