/// The outcome of an action on an absence report.
package enum AbsenceReportOutcome: Hashable, Sendable {
  /// The report gets the state, which may be the one that it has.
  case move(to: AbsenceReportState)
  /// The report keeps its state, and gets what the input says of it.
  case amend
  /// The report stays as it is, and the action succeeds.
  case unchanged
  /// `CONFLICT`.
  case conflict
  /// `NOT_FOUND`.
  case notFound
}
