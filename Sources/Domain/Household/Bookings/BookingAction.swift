/// An action on a booking: a row of ``BookingTable``.
package enum BookingAction: CaseIterable, Hashable, Sendable {
  /// A parent books a service.
  case create
  /// A parent moves the booking to another time.
  case move
  /// A parent cancels the booking.
  case cancel
  /// The provider confirms it.
  case confirm
  /// The provider declines or cancels it.
  case decline
  /// The provider says that the work is done, from the start of the booking on.
  case complete
  /// The booking should begin.
  case begin
  /// The booking should have ended.
  case end

  /// A kind of actor on bookings.
  package enum Actor: CaseIterable, Hashable, Sendable {
    case parent, student, provider
    /// The time: `booking_state()` of the database says what it changes.
    case clock
  }

  /// The only actor that may take the action.
  package var actor: Actor {
    switch self {
    case .create, .move, .cancel: .parent
    case .confirm, .decline, .complete: .provider
    case .begin, .end: .clock
    }
  }

  /// The field of `Mutation`; nil for what the clock does.
  package var mutation: String? {
    switch self {
    case .create: "createBooking"
    case .move: "moveBooking"
    case .cancel: "cancelBooking"
    case .confirm: "confirmBooking"
    case .decline: "declineBooking"
    case .complete: "completeBooking"
    case .begin, .end: nil
    }
  }
}
