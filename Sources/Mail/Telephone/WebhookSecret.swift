import Foundation
import SessionTokens

/// The signatures by which a webhook's program recognizes the gateway: Standard Webhooks, HMAC-SHA256 over the id, the time and the body.
package struct WebhookSecret: Sendable {
  private static let prefix = "whsec_"
  private static let minimumLength = 24

  private let hmac: HMAC

  /// - Parameter text: the secret's bytes as they are, or in base64 after `whsec_`.
  /// - Returns: nil for fewer than 24 bytes.
  package init?(_ text: String) {
    let bytes: [UInt8]
    if text.hasPrefix(Self.prefix) {
      guard let decoded = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))) else { return nil }
      bytes = Array(decoded)
    } else {
      bytes = Array(text.utf8)
    }
    guard bytes.count >= Self.minimumLength else { return nil }
    hmac = HMAC(key: bytes)
  }

  package func signature(id: String, timestamp: Int64, body: [UInt8]) -> String {
    let code = hmac.authenticationCode(for: Array("\(id).\(timestamp).".utf8) + body)
    return "v1," + Data(code.bytes).base64EncodedString()
  }
}

extension WebhookSecret: CustomReflectable, CustomStringConvertible {
  package var description: String { "WebhookSecret" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
