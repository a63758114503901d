/// The state of an absence report.
package enum AbsenceReportState: String, CaseIterable, Hashable, Sendable {
  case submitted = "SUBMITTED"
  case excused = "EXCUSED"
  case unexcused = "UNEXCUSED"
  case withdrawn = "WITHDRAWN"
}
