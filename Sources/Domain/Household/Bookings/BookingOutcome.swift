/// The outcome of an action on a booking.
package enum BookingOutcome: Hashable, Sendable {
  /// The booking gets the state, which may be the one that it has.
  case move(to: BookingState)
  /// The booking stays as it is, and the action succeeds.
  case unchanged
  /// `CONFLICT`.
  case conflict
  /// `NOT_FOUND`.
  case notFound
}
