/// The state of a ticket: `TicketState` of the SDL, the column `state` of `tickets`.
package enum TicketState: String, CaseIterable, Hashable, Sendable {
  case open = "OPEN"
  case answered = "ANSWERED"
  case closed = "CLOSED"
}
