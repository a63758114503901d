import NIOCore
import NIOHTTP1

@testable import Server

/// A connection with its actions, as words. Bodies of PUT come while their requests are answered.
final class ConnectionScript {
  static let limits = RequestHandler.Limits(
    bodySize: 10, headerSize: 1000, firstByteTime: .seconds(1), arrivalTime: .seconds(2),
    bodyTime: .seconds(60), bodyRate: 1, untakenBodySize: 20, takenBodyTime: .seconds(8), idleTime: .seconds(3),
    answerTime: .seconds(4), sendTime: .seconds(5), sendRate: 10, totalSendTime: .seconds(12),
    lingerTimeout: .seconds(6), halfCloseProbeDelay: .seconds(7))

  static func head(
    _ uri: String = "/", _ headers: HTTPHeaders = [:], method: HTTPMethod = .GET
  ) -> HTTPServerRequestPart {
    var all: HTTPHeaders = ["host": "h"]
    all.add(contentsOf: headers)
    return .head(HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: all))
  }

  var state = ConnectionState(limits: ConnectionScript.limits) { $0.method == .PUT }
  var request: HTTPRequestHead?
  var unsent = 0
  var now = NIODeadline.uptimeNanoseconds(0)

  func on(_ event: (inout ConnectionState) -> [ConnectionState.Action]) -> [String] {
    event(&state).map { action in
      switch action {
      case .answer(let head, let body):
        request = head
        if case .whole(let body) = body { return "answer \(head.uri) \(body.readableBytes)" }
        return "answer \(head.uri) too large"
      case .answerArriving(let head):
        request = head
        return "answer \(head.uri) arriving"
      case .append(let bytes): return "append \(bytes.readableBytes)"
      case .endBody: return "end"
      case .failBody(let fault): return "fail \(fault)"
      case .refuse(let fault): return "refuse \(fault)"
      case .sendContinue: return "continue"
      case .write: return "write"
      case .finish: return "finish"
      case .expire(let time): return "\(time.nanoseconds / 1_000_000_000) s"
      case .probe: return "probe"
      case .pause: return "pause"
      case .pull: return "pull"
      case .sendHeartbeat: return "heartbeat"
      case .restartStream: return "restart"
      case .cancel: return "cancel"
      case .read: return "read"
      case .closeOutput: return "close output"
      case .close: return "close"
      }
    }
  }

  func receive(_ parts: HTTPServerRequestPart...) -> [String] {
    parts.flatMap { part in on { $0.received(part) } }
  }

  func get(_ uri: String = "/") -> [String] { receive(Self.head(uri), .end(nil)) }

  /// An answer is written, of which so many bytes are not taken.
  func answer(isWhole: Bool = true, isWritable: Bool = true, closes: Bool = false, fileSize: Int = 0) -> [String] {
    _ = state.answered(request, closes: closes, fileSize: fileSize, now: now)
    return on { $0.wrote(isWhole: isWhole, isWritable: isWritable, unsent: unsent) }
  }

  /// The answer goes on.
  func stream() -> [String] {
    _ = state.answered(request, closes: true, now: now)
    return on { $0.beginStream() }
  }

  func timeIsUp() -> [String] { on { $0.timeIsUp(unsent: unsent, now: now) } }
}
