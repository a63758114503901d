import AsyncHTTPClient
import Foundation
// The types of the HTTP client: its times, bytes and statuses.
import NIOCore
import NIOHTTP1

/// Hands text messages to a program of the operator, which has them sent: an HTTP POST for each, signed as Standard Webhooks has it.
///
///     webhook-id: 0198a1b2-…              the same at every try: the program knows a message again that it has
///     webhook-timestamp: 1785312000
///     webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
///
///     {"kind":"confirm-address","language":"en","text":"12345678 is your code.","to":"+4366012345678"}
package struct TelephoneWebhook: Sendable {
  /// Less than a server takes to end.
  private static let timeout = TimeAmount.seconds(8)
  /// The largest answer that is read, in bytes.
  private static let maximumSize = 1 << 16

  private let url: String
  private let secret: WebhookSecret

  package init(url: String, secret: WebhookSecret) {
    self.url = url
    self.secret = secret
  }

  package func send(_ message: ComposedMessage) async -> DeliveryOutcome {
    do {
      let now = Int64(Date().timeIntervalSince1970)
      let body = try Self.body(of: message)
      var request = HTTPClientRequest(url: url)
      request.method = .POST
      request.headers.add(name: "Content-Type", value: "application/json")
      request.headers.add(name: "webhook-id", value: "\(message.id)")
      request.headers.add(name: "webhook-timestamp", value: "\(now)")
      request.headers.add(name: "webhook-signature", value: secret.signature(id: "\(message.id)", timestamp: now, body: body))
      request.body = .bytes(ByteBuffer(bytes: body))
      let response = try await HTTPClient.shared.execute(request, deadline: .now() + Self.timeout)
      _ = try? await response.body.collect(upTo: Self.maximumSize)
      let code = Int(response.status.code)
      switch code {
      case 200..<300: return .sent
      // Too early, too many, or took too long: the message is not to blame.
      case 400..<500 where ![401, 403, 408, 425, 429].contains(code): return .refused(code: code)
      default: return .failed(code: code, why: "the webhook answers \(code)")
      }
    } catch {
      // It may have come: the webhook knows it again by its id.
      return .failed(code: 0, why: "the webhook cannot be reached: \(error)")
    }
  }

  private static func body(of message: ComposedMessage) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(
      try encoder.encode(
        Body(to: message.address, text: message.text.short, kind: message.kind, language: message.language)))
  }

  private struct Body: Encodable {
    let to: String
    let text: String
    let kind: String
    let language: String
  }
}
