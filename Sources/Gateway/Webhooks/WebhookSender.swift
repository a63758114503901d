/// The way by which messages reach webhooks.
package protocol WebhookSender: Sendable {
  /// Makes one try, of at most 15 seconds, without following redirects.
  func send(_ request: WebhookRequest) async -> WebhookAnswer
}

/// A signed message to a webhook.
package struct WebhookRequest: Sendable {
  package let url: String
  package let headers: [(name: String, value: String)]
  /// JSON, in UTF-8.
  package let body: [UInt8]

  package init(url: String, headers: [(name: String, value: String)], body: [UInt8]) {
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// The answer of a webhook.
package enum WebhookAnswer: Hashable, Sendable {
  case status(Int)
  /// No answer; with the reason, as a sentence.
  case failure(String)
}
