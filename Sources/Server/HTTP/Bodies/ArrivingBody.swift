import NIOCore
import NIOHTTP1
import Synchronization

/// The body of a request that comes while the request is answered. The connection reads no further while much of it is
/// not taken.
///
/// One task takes it, from any thread.
final class ArrivingBody: Sendable {
  enum Fault: Error, Sendable {
    /// The client has gone, or what came is no body any more.
    case cut
    /// It came too slowly.
    case tooSlow
    /// It is no longer wanted.
    case unwanted
  }

  private enum End {
    case whole
    case failed(Fault)
  }

  private struct State {
    var bytes = ByteBuffer()
    var end: End?
    var waiter: CheckedContinuation<Void, Never>?
    var hasAsked = false
  }

  /// The events of the body's end that the connection handles.
  struct Connection: Sendable {
    /// The body is waited for, for the first time.
    var wants: @Sendable () -> Void
    /// So many bytes were taken.
    var took: @Sendable (Int) -> Void
    /// Sends an interim response before the answer.
    var announce: @Sendable (HTTPResponseStatus, HTTPHeaders) -> Void
  }

  /// The bytes that the client says it has; nil where it does not say how many.
  let length: Int?
  /// Whether the client waits for leave to send the body, which the first call of `next` gives it.
  let isAsking: Bool
  private let connection: Connection
  private let state = Mutex(State())

  init(_ head: HTTPRequestHead, connection: Connection) {
    length = head.headers.first(name: "content-length").flatMap { Int($0) }
    isAsking = head.headers.contains(name: "expect")
    self.connection = connection
  }

  /// Sends an interim response before the answer.
  func announce(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) { connection.announce(status, headers) }

  // MARK: The reader

  /// The next bytes, once there are some; nil after the last ones.
  func next() async throws(Fault) -> ByteBuffer? {
    let isFirst = state.withLock { state in
      defer { state.hasAsked = true }
      return !state.hasAsked && state.end == nil
    }
    if isFirst { connection.wants() }
    while true {
      let (bytes, end) = state.withLock { state in
        let bytes = state.bytes
        state.bytes = ByteBuffer()
        return (bytes, state.end)
      }
      if bytes.readableBytes > 0 {
        connection.took(bytes.readableBytes)
        return bytes
      }
      switch end {
      case .whole: return nil
      case .failed(let fault): throw fault
      case nil: await untilMore()
      }
    }
  }

  /// Drops a body that has at most so many bytes, so that the connection can have another request.
  func drop(most: Int) async {
    if isAsking || length ?? 0 > most { return }
    var count = 0
    while count <= most, let bytes = try? await next() { count += bytes.readableBytes }
  }

  private func untilMore() async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.bytes.readableBytes > 0 || state.end != nil { return true }
        state.waiter = continuation
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  // MARK: The connection

  func append(_ bytes: ByteBuffer) {
    let waiter = state.withLock { state in
      if state.bytes.readableBytes == 0 {
        state.bytes = bytes
      } else {
        // Clients may send chunks of a byte each.
        state.bytes.writeImmutableBuffer(bytes)
      }
      return state.waiter.take()
    }
    waiter?.resume()
  }

  func finish() { end(.whole) }

  func fail(_ fault: Fault) { end(.failed(fault)) }

  private func end(_ end: End) {
    let waiter = state.withLock { state in
      if state.end == nil { state.end = end }
      return state.waiter.take()
    }
    waiter?.resume()
  }
}
