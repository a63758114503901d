/// An action on an absence report: a row of ``AbsenceReportTable``.
package enum AbsenceReportAction: CaseIterable, Hashable, Sendable {
  /// A parent reports an absence.
  case create
  /// A parent changes the days, the reason or the note.
  case update
  /// A parent withdraws the report.
  case withdraw
  /// Staff of the class excuse the absence.
  case excuse
  /// Staff of the class do not excuse the absence.
  case refuse

  /// A kind of actor that changes absence reports.
  package enum Actor: CaseIterable, Hashable, Sendable {
    case parent, staff
  }

  /// The only actor that may take the action.
  package var actor: Actor {
    switch self {
    case .create, .update, .withdraw: .parent
    case .excuse, .refuse: .staff
    }
  }

  /// The field of `Mutation`.
  package var mutation: String {
    switch self {
    case .create: "createAbsenceReport"
    case .update: "updateAbsenceReport"
    case .withdraw: "withdrawAbsenceReport"
    case .excuse, .refuse: "decideAbsenceReport"
    }
  }
}
