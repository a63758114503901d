import Foundation
import JWTKit
import SessionTokens

/// A key of an identity provider on the curve P-256, and tokens that it signs with ES256.
package struct TestCurveKey: Sendable {
  package let keyID: String
  private let privateKey = ES256PrivateKey()

  package init(keyID: String = "curve-1") { self.keyID = keyID }

  /// The public key as a member of a key set — RFC 7518, section 6.2.
  package var key: String {
    get throws {
      guard let point = privateKey.publicKey.parameters else { throw NoPoint() }
      let (x, y) = (Self.unpadded(point.x), Self.unpadded(point.y))
      return #"{"kty":"EC","crv":"P-256","kid":"\#(keyID)","use":"sig","x":"\#(x)","y":"\#(y)"}"#
    }
  }

  package func token(_ claims: TestApple.Claims, header: String? = nil) async throws -> String {
    let header = header ?? #"{"kid":"\#(keyID)","alg":"ES256"}"#
    let signed = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.json.utf8))"
    let algorithm = try await JWTKeyCollection().add(ecdsa: privateKey).getKey()
    return "\(signed).\(Base64URL.encode(try algorithm.sign(Data(signed.utf8))))"
  }

  /// The order of the curve's group — SP 800-186, section 3.2.1.3.
  private static let order: [UInt8] = [
    0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
  ]

  /// A token with the other signature that its text has, (r, n − s) instead of (r, s). It is as valid.
  package static func mirrored(_ token: String) throws -> String {
    guard let point = token.lastIndex(of: "."), var signature = Base64URL.decode(Array(token[token.index(after: point)...].utf8)[...]),
      signature.count == 64
    else { throw NoSignature() }
    var borrow = 0
    for place in order.indices.reversed() {
      let difference = Int(order[place]) - Int(signature[32 + place]) - borrow
      borrow = difference < 0 ? 1 : 0
      signature[32 + place] = UInt8(difference + borrow * 256)
    }
    return "\(token[...point])\(Base64URL.encode(signature))"
  }

  private struct NoPoint: Error {}

  private struct NoSignature: Error {}

  /// base64 as base64url.
  private static func unpadded(_ text: String) -> String {
    text.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
  }
}
