import Gateway
import Memory
import NIOCore
import NIOHTTP1
import Synchronization

@testable import Server

/// Answers `/multipart` and `/sse` with streams of scripted sources, `/flood?n` with one of endless events of n bytes, and
/// others with their path.
final class StreamResponder: HTTPResponder {
  let registry: StreamRegistry
  let memory: MemoryBudget
  /// Counts requests of one network that are being answered.
  let throttle: RequestThrottle?
  private let all = Mutex<[ScriptedSource]>([])

  init(
    registry: StreamRegistry = StreamRegistry(limits: StreamLimits(perNetwork: 10_000, total: 10_000)),
    memory: MemoryBudget = MemoryBudget(capacity: 256 << 20), throttle: RequestThrottle? = nil
  ) {
    self.registry = registry
    self.memory = memory
    self.throttle = throttle
  }

  /// In the order of their requests.
  var sources: [ScriptedSource] { all.withLock { $0 } }

  func answer(to request: ReceivedRequest) async -> Answer {
    switch request.path {
    case "/multipart": stream(.multipart, ScriptedSource(), request)
    case "/sse": stream(.serverSentEvents, ScriptedSource(), request)
    case "/flood": stream(.serverSentEvents, ScriptedSource(floodSize: request.query.flatMap { Int($0) } ?? 0), request)
    default: text(.ok, request.path)
    }
  }

  func answer(to fault: RequestFault) -> Answer { text(.badRequest, "\(fault)") }

  private func stream(_ transport: StreamTransport, _ source: ScriptedSource, _ request: ReceivedRequest) -> Answer {
    do {
      let lease = try registry.open(viewer: nil, network: request.peer)
      var requestLease: AnswerLease?
      if let throttle {
        let ticket = try throttle.begin(nil) { request.peer }
        requestLease = AnswerLease(ticket, of: throttle, memory: memory.reservation(for: .server))
      }
      all.withLock { $0.append(source) }
      var answer = Answer(headers: ["x-test": "1"], events: source, transport: transport, lease: lease)
      answer.body.lease = requestLease
      return answer
    } catch {
      return text(.tooManyRequests, "\(error)")
    }
  }

  private func text(_ status: HTTPResponseStatus, _ text: String) -> Answer {
    Answer(status: status, headers: ["content-type": "text/plain"], body: ByteBuffer(string: text))
  }
}
