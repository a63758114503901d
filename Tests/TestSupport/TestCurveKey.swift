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

  private struct NoPoint: Error {}

  /// base64 as base64url.
  private static func unpadded(_ text: String) -> String {
    text.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
  }
}
