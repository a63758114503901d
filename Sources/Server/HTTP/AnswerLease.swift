import Gateway
import Memory

/// The server's resources that an answer holds until its client has taken it, or its connection has ended: its memory,
/// and one of the requests that the client may have under way. Releasing the last reference ends the lease.
final class AnswerLease: Sendable {
  let memory: MemoryReservation
  /// The bytes that others get too, and are counted once.
  let shared: SharedBody?
  private let ticket: HeldTicket?

  /// - Parameter throttle: nil where the request counts for no client.
  init(
    _ ticket: RequestThrottle.Ticket = .none, of throttle: RequestThrottle? = nil, memory: MemoryReservation
  ) {
    self.ticket = throttle.map { HeldTicket(ticket: ticket, throttle: $0) }
    self.memory = memory
    shared = nil
  }

  /// - Parameter other: the lease of the request.
  init(sharing shared: SharedBody, with other: AnswerLease) {
    ticket = other.ticket
    memory = other.memory
    self.shared = shared
  }
}

/// One of the requests that a client may have under way, until its last reference is released.
private final class HeldTicket: Sendable {
  let ticket: RequestThrottle.Ticket
  let throttle: RequestThrottle

  init(ticket: RequestThrottle.Ticket, throttle: RequestThrottle) {
    self.ticket = ticket
    self.throttle = throttle
  }

  deinit { throttle.end(ticket) }
}
