import Synchronization

/// Whether a request is to be ended. It waits for different things in turn, under one token, and no wait may
/// begin unnoticed after the request to end: so the task that begins one looks here afterwards.
final class Cancellation: Sendable {
  let token: Reactor.Token
  private let flag = Atomic(false)

  init(token: Reactor.Token) { self.token = token }

  var isRequested: Bool { flag.load(ordering: .sequentiallyConsistent) }

  func request() { flag.store(true, ordering: .sequentiallyConsistent) }
}
