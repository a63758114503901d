/// The state of a booking.
package enum BookingState: String, CaseIterable, Hashable, Sendable {
  case pending = "PENDING"
  case confirmed = "CONFIRMED"
  case done = "DONE"
  case cancelled = "CANCELLED"
}
