/// The states of tickets (TT-06): the only place that defines which action changes which state. `close_silent_tickets` of the database
/// takes the last action, and a test compares it.
package enum TicketTable {
  // swift-format-ignore
  private static func outcomes(
    of action: TicketAction
  ) -> (none: TicketOutcome, open: TicketOutcome, answered: TicketOutcome, closed: TicketOutcome) {
    switch action {
    //                none              OPEN                  ANSWERED              CLOSED
    case .create:    (.move(to: .open), .conflict,            .conflict,            .conflict)
    case .write:     (.notFound,        .unchanged,           .move(to: .open),     .move(to: .open))
    case .writeLate: (.notFound,        .unchanged,           .move(to: .open),     .conflict)
    case .answer:    (.notFound,        .move(to: .answered), .unchanged,           .move(to: .answered))
    case .close:     (.notFound,        .move(to: .closed),   .move(to: .closed),   .unchanged)
    case .expire:    (.notFound,        .unchanged,           .move(to: .closed),   .unchanged)
    }
  }

  /// The outcome of an action by one who may take it.
  /// - Parameter state: the state of the ticket; nil where there is none.
  package static func outcome(of action: TicketAction, in state: TicketState?) -> TicketOutcome {
    let outcomes = outcomes(of: action)
    return switch state {
    case nil: outcomes.none
    case .open?: outcomes.open
    case .answered?: outcomes.answered
    case .closed?: outcomes.closed
    }
  }

  /// The outcome of an action by an actor; nil where the actor may not take the action.
  package static func outcome(
    of action: TicketAction, in state: TicketState?, by actor: TicketAction.Actor, on kind: TicketKind
  ) -> TicketOutcome? {
    action.actors(on: kind).contains(actor) ? outcome(of: action, in: state) : nil
  }

  /// The message of `CONFLICT`.
  package static func conflictMessage(of action: TicketAction) -> String {
    switch action {
    case .writeLate: "The ticket was closed more than \(TicketAction.daysToReopen) days ago: write another one."
    case .create, .write, .answer, .close, .expire: "This id was used for something else: send another."
    }
  }
}
