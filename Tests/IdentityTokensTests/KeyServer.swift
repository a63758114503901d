import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization

/// A web server with a key set, on a port of its own, and with whatever else a provider has.
final class KeyServer: Sendable {
  struct Answer: Sendable {
    var status = HTTPResponse.Status.ok
    var body: String
    var delay = Duration.zero
  }

  private struct State {
    var answer: Answer
    /// The answers at other paths.
    var others: [String: Answer] = [:]
    var requests = 0
  }

  private let state: Mutex<State>

  private init(_ keySet: String) { state = Mutex(State(answer: Answer(body: keySet))) }

  /// How often the key set was asked for.
  var requests: Int { state.withLock { $0.requests } }

  /// Sets the answer to the next requests.
  func answer(with answer: Answer) { state.withLock { $0.answer = answer } }

  /// Sets the answer at a path besides that of the key set.
  func answer(with answer: Answer, at path: String) { state.withLock { $0.others[path] = answer } }

  /// Runs `body` with a server, and the address of its key set.
  static func run(
    _ keySet: String, _ body: @escaping @Sendable (KeyServer, String) async throws -> Void
  ) async throws {
    let server = KeyServer(keySet)
    let responder = CallbackResponder<BasicRequestContext> { request, _ in
      let answer = server.state.withLock { state in
        if let other = state.others[request.uri.path] { return other }
        state.requests += 1
        return state.answer
      }
      try await Task.sleep(for: answer.delay)
      return Response(status: answer.status, body: ResponseBody(byteBuffer: ByteBuffer(string: answer.body)))
    }
    let application = Application(
      responder: responder, logger: Logger(label: "keys", factory: { _ in SwiftLogNoOpLogHandler() }))
    try await application.test(.live) { client in
      try await body(server, "http://127.0.0.1:\(client.port ?? 0)/auth/keys")
    }
  }
}
