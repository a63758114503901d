/// The states of absence reports (TT-08): the only place that defines which action changes which state.
package enum AbsenceReportTable {
  // swift-format-ignore
  private static func outcomes(
    of action: AbsenceReportAction
  ) -> (none: AbsenceReportOutcome, submitted: AbsenceReportOutcome, excused: AbsenceReportOutcome, unexcused: AbsenceReportOutcome,
    withdrawn: AbsenceReportOutcome) {
    switch action {
    //               none                  SUBMITTED             EXCUSED               UNEXCUSED             WITHDRAWN
    case .create:   (.move(to: .submitted), .conflict,            .conflict,            .conflict,            .conflict)
    case .update:   (.notFound,            .amend,                .conflict,            .conflict,            .conflict)
    case .withdraw: (.notFound,            .move(to: .withdrawn), .conflict,            .conflict,            .unchanged)
    case .excuse:   (.notFound,            .move(to: .excused),   .move(to: .excused),  .move(to: .excused),  .conflict)
    case .refuse:   (.notFound,            .move(to: .unexcused), .move(to: .unexcused), .move(to: .unexcused), .conflict)
    }
  }

  /// The outcome of an action by its own actor.
  /// - Parameter state: the state of the report; nil where there is none.
  package static func outcome(of action: AbsenceReportAction, in state: AbsenceReportState?) -> AbsenceReportOutcome {
    let outcomes = outcomes(of: action)
    return switch state {
    case nil: outcomes.none
    case .submitted?: outcomes.submitted
    case .excused?: outcomes.excused
    case .unexcused?: outcomes.unexcused
    case .withdrawn?: outcomes.withdrawn
    }
  }

  /// The outcome of an action by an actor; nil where the actor may not take the action.
  package static func outcome(
    of action: AbsenceReportAction, in state: AbsenceReportState?, by actor: AbsenceReportAction.Actor
  ) -> AbsenceReportOutcome? {
    action.actor == actor ? outcome(of: action, in: state) : nil
  }

  /// The states in which an action has an outcome, for the condition of its `UPDATE`.
  package static func states(where isMeant: (AbsenceReportOutcome) -> Bool, of action: AbsenceReportAction) -> [AbsenceReportState] {
    AbsenceReportState.allCases.filter { isMeant(outcome(of: action, in: $0)) }
  }

  /// The message of `CONFLICT`.
  package static func conflictMessage(of action: AbsenceReportAction) -> String {
    switch action {
    case .create: "This id was used for something else: send another."
    case .update: "Only a report that is SUBMITTED can be changed: report the absence anew, or ask the school."
    case .withdraw: "Staff have decided on this report: it cannot be withdrawn any more."
    case .excuse, .refuse: "The parents withdrew this report."
    }
  }
}
