/// The states of bookings (ME-09): the only place that defines which action changes which state. `booking_state()` of the database takes
/// the actions of the clock, and a test compares it.
package enum BookingTable {
  // swift-format-ignore
  private static func outcomes(
    of action: BookingAction
  ) -> (none: BookingOutcome, pending: BookingOutcome, confirmed: BookingOutcome, done: BookingOutcome, cancelled: BookingOutcome) {
    switch action {
    //               none                 PENDING               CONFIRMED             DONE        CANCELLED
    case .create:   (.move(to: .pending), .conflict,             .conflict,             .conflict,  .conflict)
    case .move:     (.notFound,           .move(to: .pending),   .move(to: .pending),   .conflict,  .conflict)
    case .cancel:   (.notFound,           .move(to: .cancelled), .move(to: .cancelled), .conflict,  .unchanged)
    case .confirm:  (.notFound,           .move(to: .confirmed), .unchanged,            .conflict,  .conflict)
    case .decline:  (.notFound,           .move(to: .cancelled), .move(to: .cancelled), .conflict,  .unchanged)
    case .complete: (.notFound,           .conflict,             .move(to: .done),      .unchanged, .conflict)
    case .begin:    (.notFound,           .move(to: .cancelled), .unchanged,            .unchanged, .unchanged)
    case .end:      (.notFound,           .move(to: .cancelled), .move(to: .done),      .unchanged, .unchanged)
    }
  }

  /// The outcome of an action by its own actor.
  /// - Parameter state: the state of the booking as it reads now; nil where there is none.
  package static func outcome(of action: BookingAction, in state: BookingState?) -> BookingOutcome {
    let outcomes = outcomes(of: action)
    return switch state {
    case nil: outcomes.none
    case .pending?: outcomes.pending
    case .confirmed?: outcomes.confirmed
    case .done?: outcomes.done
    case .cancelled?: outcomes.cancelled
    }
  }

  /// The outcome of an action by an actor; nil where the actor may not take the action.
  package static func outcome(
    of action: BookingAction, in state: BookingState?, by actor: BookingAction.Actor
  ) -> BookingOutcome? {
    action.actor == actor ? outcome(of: action, in: state) : nil
  }

  /// The message of `CONFLICT`.
  package static func conflictMessage(of action: BookingAction) -> String {
    switch action {
    case .create: "This id was used for something else: send another."
    case .move: "Only a booking that is PENDING or CONFIRMED can be moved: book anew."
    case .cancel, .decline: "The booking is DONE: it cannot be cancelled any more."
    case .confirm: "Only a booking that is PENDING can be confirmed."
    case .complete: "Only a booking that is CONFIRMED, and has begun, can be done."
    case .begin, .end: "The time changes nothing of it."
    }
  }
}
