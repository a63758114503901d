import Foundation
import Gateway
import Mail
import Synchronization

/// A stand-in for the receivers of webhooks, which answers as the path of the address says.
///
///     /ok             204
///     /fails/2        500 to the first two tries of each message, then 204
///     /status/410     that status
///     /silent         no answer
///     /stalls         204 once the test lets go of it
final class ScriptedReceiver: WebhookSender {
  struct Received: Sendable {
    let url: String
    let headers: [String: String]
    let body: String

    var id: String { headers["webhook-id"] ?? "" }
    var type: String? { try? JSONDecoder().decode(Message.self, from: Data(body.utf8)).type }
    var data: [String: String] { (try? JSONDecoder().decode(Message.self, from: Data(body.utf8)).data) ?? [:] }

    /// Whether one of the signatures is that of a secret.
    func isSigned(by secret: String) -> Bool {
      guard let secret = WebhookSecret(secret), let time = headers["webhook-timestamp"].flatMap({ Int64($0) }) else { return false }
      let signature = secret.signature(id: id, timestamp: time, body: Array(body.utf8))
      return headers["webhook-signature"]?.split(separator: " ").contains { $0 == signature } == true
    }

    private struct Message: Decodable {
      let type: String
      let timestamp: String
      let data: [String: String]
    }
  }

  private struct State {
    var received: [Received] = []
    var stalling: [CheckedContinuation<Void, Never>] = []
    var isReleased = false
    var running: [String: Int] = [:]
    var most: [String: Int] = [:]
  }

  private let state = Mutex(State())

  var received: [Received] { state.withLock { $0.received } }

  /// The most messages that one address had at a time.
  func most(at url: String) -> Int { state.withLock { $0.most[url] ?? 0 } }

  /// Lets go of those that stall.
  func release() {
    let waiting = state.withLock { state in
      state.isReleased = true
      defer { state.stalling = [] }
      return state.stalling
    }
    for continuation in waiting { continuation.resume() }
  }

  func send(_ request: WebhookRequest) async -> WebhookAnswer {
    let headers = Dictionary(request.headers.map { ($0.name, $0.value) }) { $1 }
    let message = Received(url: request.url, headers: headers, body: String(decoding: request.body, as: UTF8.self))
    let earlier = state.withLock { state in
      let earlier = state.received.count { $0.id == message.id }
      state.received.append(message)
      state.running[request.url, default: 0] += 1
      state.most[request.url] = max(state.most[request.url] ?? 0, state.running[request.url] ?? 0)
      return earlier
    }
    defer { state.withLock { $0.running[request.url, default: 1] -= 1 } }
    let parts = request.url.split(separator: "/").map { String($0) }
    if let place = parts.firstIndex(of: "fails"), let number = Int(parts[place + 1]) { return .status(earlier < number ? 500 : 204) }
    if let place = parts.firstIndex(of: "status"), let code = Int(parts[place + 1]) { return .status(code) }
    if parts.contains("silent") { return .failure("The host cannot be reached.") }
    if parts.contains("stalls") {
      await withCheckedContinuation { continuation in
        let isReleased = state.withLock { state in
          if !state.isReleased { state.stalling.append(continuation) }
          return state.isReleased
        }
        if isReleased { continuation.resume() }
      }
    }
    return .status(204)
  }
}
