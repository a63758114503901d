/// The states of a dismissal (BG-05): the only place that defines which action changes which state, and what it records.
package enum DismissalTable {
  // MARK: The table

  private static func outcomes(of action: DismissalAction) -> DismissalOutcomes {
    switch action {
    //                         none              REQUESTED              READY                  CONFIRMED     CANCELLED, EXPIRED
    case .request:       .init(.new(.requested), .unchanged,            .unchanged,            .conflict,    .new(.requested))
    case .checkIn:       .init(.new(.requested), .unchanged,            .unchanged,            .skip,        .new(.requested))
    case .call:          .init(.new(.ready),     .move(to: .ready),     .unchanged,            .new(.ready), .new(.ready))
    case .markReady:     .init(.notFound,        .move(to: .ready),     .unchanged,            .conflict,    .conflict)
    case .markNotReady:  .init(.notFound,        .unchanged,            .move(to: .requested), .conflict,    .conflict)
    case .confirm:       .init(.notFound,        .conflict,             .move(to: .confirmed), .unchanged,   .conflict)
    case .handOver:      .init(.notFound,        .move(to: .confirmed), .move(to: .confirmed), .unchanged,   .conflict)
    case .cancel:        .init(.notFound,        .move(to: .cancelled), .move(to: .cancelled), .conflict,    .unchanged)
    case .cancelByStaff: .init(.notFound,        .move(to: .cancelled), .move(to: .cancelled), .conflict,    .unchanged)
    case .reopen:        .init(.notFound,        .conflict,             .conflict,             .moveIfNoneIsOpen(to: .ready), .conflict)
    case .expire:        .init(.notFound,        .move(to: .expired),   .move(to: .expired),   .notFound,    .notFound)
    }
  }

  /// The stamps of a move. A dismissal that the action makes is stamped as requested, too, by whoever made it.
  private static func stamps(of action: DismissalAction) -> DismissalStamps {
    switch action {
    case .request, .checkIn: .init(sets: [.requested])
    case .call, .markReady: .init(sets: [.ready])
    case .markNotReady: .init(clears: [.ready])
    case .confirm, .handOver: .init(sets: [.confirmed])
    case .cancel, .cancelByStaff: .init(sets: [.cancelled])
    case .reopen: .init(sets: [.reopened], clears: [.confirmed])
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
    case .checkIn, .call, .expire: nil
    }
  }

  // MARK: Questions

  /// The outcome of an action by its own actor.
  /// - Parameter state: the state of the dismissal; nil where there is none.
  package static func outcome(of action: DismissalAction, in state: DismissalState?) -> DismissalOutcome {
    outcomes(of: action)[state]
  }

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
    case .unchanged, .skip, .conflict, .notFound: return nil
    }
  }

  /// The states that an action changes, for the condition of its `UPDATE`.
  ///
  ///     WHERE dismissals.state = ANY ($1)
  package static func states(changedBy action: DismissalAction) -> [DismissalState] {
    DismissalState.allCases.filter { state in
      switch outcome(of: action, in: state) {
      case .move, .moveIfNoneIsOpen: true
      case .new, .unchanged, .skip, .conflict, .notFound: false
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
}
