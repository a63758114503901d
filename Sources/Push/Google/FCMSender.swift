/// Sends messages by FCM — Google's documentation, "Method: projects.messages.send".
package struct FCMSender: Sendable {
  /// FCM's own server.
  package static let google = "https://fcm.googleapis.com"

  private let client: HTTP2Client
  private let tokens: FCMAccessTokens
  private let url: String
  private let now: @Sendable () -> Int64

  /// - Parameters:
  ///   - url: of the server, without a path.
  ///   - projectID: of the service account.
  ///   - now: seconds since 1970.
  package init(
    _ client: HTTP2Client, tokens: FCMAccessTokens, url: String = FCMSender.google, projectID: String,
    now: @escaping @Sendable () -> Int64
  ) {
    self.client = client
    self.tokens = tokens
    self.url = "\(url)/v1/projects/\(projectID)/messages:send"
    self.now = now
  }

  /// - Parameter tries: the number of tries that failed before this one.
  package func send(_ message: PushedMessage, to device: PushDevice, tries: Int = 0) async -> PushOutcome {
    do {
      let body = try FCMBody.bytes(of: message, to: device, now: now())
      switch await tokens.current() {
      case .failure(let why): return delayed(why, tries)
      case .success(let token):
        let result = await post(body, token)
        guard case .answer(let answer) = result, answer.status == 401, await tokens.forget(token) else {
          return outcome(result, message, tries)
        }
        switch await tokens.current() {
        case .failure(let why): return delayed(why, tries)
        case .success(let renewed): return outcome(await post(body, renewed), message, tries)
        }
      }
    } catch let error as InvalidMessage {
      return .refused(code: 0, reason: error.description)
    } catch {
      return .refused(code: 0, reason: "the message cannot be encoded")
    }
  }

  private func post(_ body: [UInt8], _ token: String) async -> HTTPResult {
    await client.send(
      HTTPRequest(url: url, headers: ["authorization: Bearer \(token)", "content-type: application/json"], body: body))
  }

  private func delayed(_ why: AccessTokenFailure, _ tries: Int) -> PushOutcome {
    .delayed(code: why.code, reason: why.reason, pause: RetryPause.after(tries: tries, asked: why.pause))
  }

  private func outcome(_ result: HTTPResult, _ message: PushedMessage, _ tries: Int) -> PushOutcome {
    switch result {
    case .answer(let answer): FCMAnswer.outcome(answer, message: message.id, tries: tries)
    case .lost(let why): .unknown(why: why)
    case .notSent(let why): .delayed(code: 0, reason: why, pause: RetryPause.after(tries: tries, asked: nil))
    }
  }
}
