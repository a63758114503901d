import Gateway
import Memory
import NIOCore

/// The stream of one connection while it goes on. Used on the connection's event loop only.
final class RunningStream {
  let source: any EventSource
  let transport: StreamTransport
  /// The party that memory is held for.
  let owner: MemoryOwner
  private var lease: StreamLease?
  /// Pulls and writes events.
  var task: Task<Void, Never>?
  var heartbeat: Scheduled<Void>?
  var lastWrite = NIODeadline.now()
  /// Holds the bytes that the client has not taken; nil while there are none.
  var untaken: (memory: MemoryReservation, size: Int)?
  /// Set before the server closes the connection by itself.
  var end: StreamEnd?
  /// Waits until the channel takes more.
  private var puller: CheckedContinuation<Void, Never>?

  init(_ body: EventBody, owner: MemoryOwner) {
    source = body.source
    transport = body.transport
    lease = body.lease
    self.owner = owner
  }

  /// - Parameter displace: ends the stream where its place is needed for another. Called from any thread.
  func begin(displace: @escaping @Sendable () -> Void) { lease?.begin(transport, displace: displace) }

  func countEvent() { lease?.send() }

  /// The last bytes of the stream where its place is needed for another.
  var displacement: ByteBuffer {
    guard let error = lease?.displacement else { return ByteBuffer() }
    return transport.encoded(.failed(GraphQLResponse(.invalidRequest, errors: [error]).errorList))
  }

  func wait(_ puller: CheckedContinuation<Void, Never>) { self.puller = puller }

  /// The channel takes more.
  func resume() {
    puller?.resume()
    puller = nil
  }

  /// Cancels what is under way, and frees the stream's place. Called once.
  func stop(_ end: StreamEnd) {
    heartbeat?.cancel()
    task?.cancel()
    resume()
    // The budget holds the stream as long as it holds the reservation.
    untaken = nil
    lease?.end(transport, self.end ?? end)
    lease = nil
  }
}
