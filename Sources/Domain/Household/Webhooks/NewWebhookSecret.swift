import Foundation
import SQL
import SessionTokens

/// A secret that signs the messages to a webhook: 32 bytes, shown as Standard Webhooks has it.
///
///     whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD7bwfDMPFp0c=
struct NewWebhookSecret {
  private let bytes: [UInt8]

  init(_ digest: Digest) { bytes = digest.bytes }

  /// Draws one.
  static func random() -> NewWebhookSecret {
    var generator = SystemRandomNumberGenerator()
    return NewWebhookSecret(bytes: (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  var text: String { "whsec_" + Data(bytes).base64EncodedString() }

  var value: SQLValue {
    .literal("\\x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(), .bytea)
  }
}
