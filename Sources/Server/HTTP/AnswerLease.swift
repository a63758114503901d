import Gateway

/// What an answer takes of the server's resources until its client has taken it, or its connection has ended: one of the
/// requests that the client may have under way. Whoever lets go of the last reference ends it.
final class AnswerLease: Sendable {
  private let throttle: RequestThrottle
  private let ticket: RequestThrottle.Ticket

  init(_ ticket: RequestThrottle.Ticket, of throttle: RequestThrottle) {
    self.throttle = throttle
    self.ticket = ticket
  }

  deinit { throttle.end(ticket) }
}
