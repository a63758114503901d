import Synchronization

/// One answer as a stream, for a client that reads nothing else.
final class SingleEvent: EventSource {
  private let body: Mutex<[UInt8]?>

  init(_ body: [UInt8]) { self.body = Mutex(body) }

  func next() async -> StreamEvent? {
    body.withLock { body in
      defer { body = nil }
      return body.map { .next($0) } ?? .complete
    }
  }
}
