import NIOCore
import NIOHTTP1
import Synchronization

@testable import Server

/// Answers as the path says:
/// - `/slow` when it is released;
/// - `/large?n` with n bytes;
/// - `/none` with 204;
/// - others with method, path and the number of bytes in the body.
final class ScriptedResponder: HTTPResponder {
  struct Record {
    /// The paths of all requests.
    var asked: [String] = []
    /// How many slow requests were cancelled, and how many were released.
    var cancelled = 0
    var released = 0
    var isReleased = false
  }

  private let state = Mutex(Record())
  var record: Record { state.withLock { $0 } }

  /// Lets slow requests be answered, those that come later, too.
  func release() { state.withLock { $0.isReleased = true } }

  func answer(to request: ReceivedRequest) async -> Answer {
    state.withLock { $0.asked.append(request.path) }
    guard case .whole(let body) = request.body else { return text(.payloadTooLarge, "too large") }
    switch request.path {
    case "/slow":
      await untilReleased()
      return text(.ok, "slow")
    case "/large":
      let count = request.query.flatMap { Int($0) } ?? 0
      return Answer(status: .ok, headers: [:], body: ByteBuffer(repeating: UInt8(ascii: "x"), count: count))
    case "/none":
      return Answer(status: .noContent, headers: [:], body: ByteBuffer())
    default:
      return text(.ok, "\(request.method) \(request.path) \(body.readableBytes)")
    }
  }

  func answer(to fault: RequestFault) -> Answer {
    switch fault {
    case .malformed, .host: text(.badRequest, "malformed")
    case .headersTooLarge: text(.requestHeaderFieldsTooLarge, "headers too large")
    case .tooSlow: text(.requestTimeout, "too slow")
    case .tooManyConnections: text(.tooManyRequests, "too many connections")
    }
  }

  private func untilReleased() async {
    while !record.isReleased {
      guard (try? await Task.sleep(for: .milliseconds(1))) != nil else {
        return state.withLock { $0.cancelled += 1 }
      }
    }
    state.withLock { $0.released += 1 }
  }

  private func text(_ status: HTTPResponseStatus, _ text: String) -> Answer {
    Answer(status: status, headers: ["content-type": "text/plain"], body: ByteBuffer(string: text))
  }
}
