/// Sends messages by APNs — Apple's documentation, "Sending notification requests to APNs".
package struct APNsSender: Sendable {
  private let client: HTTP2Client
  private let tokens: APNsProviderTokens
  private let server: APNsServer
  private let topic: String

  /// - Parameter topic: the app's bundle id.
  package init(_ client: HTTP2Client, tokens: APNsProviderTokens, server: APNsServer, topic: String) {
    self.client = client
    self.tokens = tokens
    self.server = server
    self.topic = topic
  }

  /// - Parameter tries: the number of tries that failed before this one.
  package func send(_ message: PushedMessage, to device: PushDevice, tries: Int = 0) async -> PushOutcome {
    do {
      let payload = try APNsPayload.bytes(of: message)
      let token = try tokens.current()
      let result = await client.send(request(message, payload, device, token))
      if case .answer(let answer) = result, APNsAnswer.isExpiredToken(answer), let renewed = try tokens.renewed(after: token) {
        return outcome(await client.send(request(message, payload, device, renewed)), message, tries)
      }
      return outcome(result, message, tries)
    } catch let error as InvalidMessage {
      return .refused(code: 0, reason: error.description)
    } catch {
      return .delayed(
        code: 0, reason: "no provider token can be made", pause: RetryPause.after(tries: tries, asked: nil))
    }
  }

  private func outcome(_ result: HTTPResult, _ message: PushedMessage, _ tries: Int) -> PushOutcome {
    switch result {
    case .answer(let answer): APNsAnswer.outcome(answer, message: message.id, tries: tries)
    case .lost(let why): .unknown(why: why)
    case .notSent(let why): .delayed(code: 0, reason: why, pause: RetryPause.after(tries: tries, asked: nil))
    }
  }

  private func request(
    _ message: PushedMessage, _ payload: [UInt8], _ device: PushDevice, _ token: String
  ) -> HTTPRequest {
    var headers = [
      "authorization: bearer \(token)",
      "apns-topic: \(topic)",
      "apns-push-type: alert",
      // The same at every try: APNs and its logs know the message again.
      "apns-id: \(message.id)",
      "apns-priority: \(message.priority.apns)",
      "apns-collapse-id: \(message.collapseID)",
      "content-type: application/json",
    ]
    if let expiry = message.expiry { headers.append("apns-expiration: \(expiry)") }
    return HTTPRequest(url: "\(server.url)/3/device/\(device.pathSegment)", headers: headers, body: payload)
  }
}
