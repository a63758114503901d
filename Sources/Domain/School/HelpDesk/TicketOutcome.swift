/// The outcome of an action on a ticket.
package enum TicketOutcome: Hashable, Sendable {
  /// The ticket gets the state.
  case move(to: TicketState)
  /// The ticket keeps its state. A message that comes with the action is kept.
  case unchanged
  /// `CONFLICT`.
  case conflict
  /// `NOT_FOUND`.
  case notFound
}
