/// The states of a dismissal (BG-05): the only place that defines which action changes which state, and what it records.
package enum DismissalTable {
  // MARK: The table

  private static func outcomes(of action: DismissalAction) -> DismissalOutcomes {
    switch action {
    //                         none              REQUESTED              READY                  CONFIRMED     CANCELLED         EXPIRED or the day has ended
    case .request:       .init(.new(.requested), .amend(.requested),    .unchanged,            .conflict,    .new(.requested), .new(.requested), absent: .absent)
    case .checkIn:       .init(.new(.requested), .unchanged,            .unchanged,            .skip,        .new(.requested), .new(.requested), absent: .skip)
    case .call:          .init(.new(.ready),     .move(to: .ready),     .unchanged,            .new(.ready), .new(.ready),     .new(.ready),     absent: .absent)
    case .markReady:     .init(.notFound,        .move(to: .ready),     .unchanged,            .conflict,    .conflict,        .conflict,        absent: .absent)
    case .markNotReady:  .init(.notFound,        .unchanged,            .move(to: .requested), .conflict,    .conflict,        .conflict)
    case .confirm:       .init(.notFound,        .conflict,             .move(to: .confirmed), .unchanged,   .conflict,        .conflict)
    case .handOver:      .init(.notFound,        .move(to: .confirmed), .move(to: .confirmed), .unchanged,   .conflict,        .conflict)
    case .cancel:        .init(.notFound,        .move(to: .cancelled), .move(to: .cancelled), .conflict,    .unchanged,       .conflict)
    case .cancelByStaff: .init(.notFound,        .move(to: .cancelled), .move(to: .cancelled), .conflict,    .unchanged,       .conflict)
    case .markAbsent:    .init(.skip,            .move(to: .cancelled), .move(to: .cancelled), .skip,        .skip,            .skip)
    case .reopen:        .init(.notFound,        .conflict,             .conflict,             .moveIfNoneIsOpen(to: .ready), .conflict, .conflict, absent: .absent)
    case .expire:        .init(.notFound,        .move(to: .expired),   .move(to: .expired),   .notFound,    .notFound,        .notFound)
    }
  }

  /// The stamps of a move. A dismissal that the action makes is stamped as requested, too, by its maker.
  private static func stamps(of action: DismissalAction) -> DismissalStamps {
    switch action {
    case .request, .checkIn: .init(sets: [.requested])
    case .call, .markReady: .init(sets: [.ready])
    case .markNotReady: .init(sets: [.notReady])
    case .confirm, .handOver: .init(sets: [.confirmed])
    case .cancel, .cancelByStaff, .markAbsent: .init(sets: [.cancelled])
    case .reopen: .init(sets: [.reopened])
    case .expire: .init(sets: [.expired])
    }
  }

  /// The end of the message of a conflict; nil for an action that conflicts with no state.
  private static func refusal(of action: DismissalAction) -> String? {
    switch action {
    case .request: "it cannot be requested again today"
    case .markReady: "it cannot be marked as ready"
    case .markNotReady: "it cannot be marked as not ready"
    case .confirm: "it can be confirmed only while it is READY"
    case .handOver: "the student cannot be handed over"
    case .cancel, .cancelByStaff: "it cannot be cancelled unless staff reopen it"
    case .reopen: "one can be reopened only while it is CONFIRMED and no other is open"
    case .checkIn, .call, .markAbsent, .expire: nil
    }
  }

  // MARK: Questions

  /// The outcome of an action by its own actor.
  /// - Parameters:
  ///   - state: the state of the dismissal; nil where there is none.
  ///   - dayHasEnded: whether its school day has ended. Then only the clock changes it, whatever its state is.
  ///   - isAbsent: whether staff marked the student absent today.
  package static func outcome(
    of action: DismissalAction, in state: DismissalState?, dayHasEnded: Bool = false, isAbsent: Bool = false
  ) -> DismissalOutcome {
    let outcomes = outcomes(of: action)
    if dayHasEnded, state != nil, action.actor != .clock { return outcomes.expired }
    let outcome = outcomes[state]
    guard isAbsent, let absent = outcomes.absent, outcome != .notFound, outcome != .unchanged else { return outcome }
    return absent
  }

  /// The outcome of an action for a student whom staff marked absent; nil where that changes nothing.
  package static func outcomeWhileAbsent(of action: DismissalAction) -> DismissalOutcome? { outcomes(of: action).absent }

  /// The outcome of an action by an actor; nil where the actor may not take the action.
  package static func outcome(
    of action: DismissalAction, in state: DismissalState?, by actor: DismissalActor
  ) -> DismissalOutcome? {
    action.actor == actor ? outcome(of: action, in: state) : nil
  }

  /// The stamps of the dismissal that the action changes or makes; nil where it writes none.
  package static func stamps(of action: DismissalAction, in state: DismissalState?) -> DismissalStamps? {
    var stamps = stamps(of: action)
    switch outcome(of: action, in: state) {
    case .move, .moveIfNoneIsOpen: return stamps
    case .new:
      stamps.sets.insert(.requested)
      return stamps
    case .amend: return DismissalStamps(sets: [.amended])
    case .unchanged, .skip, .conflict, .absent, .notFound: return nil
    }
  }

  /// The states that an action changes, for the condition of its `UPDATE`.
  ///
  ///     WHERE dismissals.state = ANY ($1)
  package static func states(changedBy action: DismissalAction) -> [DismissalState] {
    DismissalState.allCases.filter { state in
      switch outcome(of: action, in: state) {
      case .move, .moveIfNoneIsOpen: true
      case .new, .amend, .unchanged, .skip, .conflict, .absent, .notFound: false
      }
    }
  }

  /// The message of `CONFLICT`; nil where the action does not conflict with the state.
  ///
  ///     The dismissal of this student is CONFIRMED: it cannot be requested again today.
  ///
  /// - Parameter state: of the dismissal; for `reopen`, where another one is open, of that one.
  package static func conflictMessage(of action: DismissalAction, in state: DismissalState) -> String? {
    guard outcome(of: action, in: state) == .conflict, let refusal = refusal(of: action) else { return nil }
    return "The dismissal of this student is \(state.rawValue): \(refusal)."
  }

  /// The message of `CONFLICT` for an action on a dismissal whose school day has ended.
  package static let messageOfEndedDay = "The school day of this dismissal has ended: it cannot be changed any more."

  /// The message of `CONFLICT` for a student whom staff marked absent.
  package static let messageOfAbsence = "Staff have marked this student absent today: ask the school. \"markAbsent\" takes it back."
}
