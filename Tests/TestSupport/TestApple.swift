import CryptoExtras
import Foundation
import JWTKit
import SessionTokens

/// An identity provider like Apple: a key pair, its key set, and tokens that it signs.
package struct TestApple: Sendable {
  package static let issuer = "https://appleid.apple.com"
  package static let audience = "org.example.hatched"

  package let keyID: String
  private let privateKey: JWTKit.Insecure.RSA.PrivateKey

  /// - Parameter keyID: `kid` of its key.
  package init(keyID: String = "key-1") throws {
    self.keyID = keyID
    privateKey = try JWTKit.Insecure.RSA.PrivateKey(backing: _RSA.Signing.PrivateKey(keySize: .bits2048))
  }

  /// The public key as a member of a key set — RFC 7517.
  package var key: String {
    get throws {
      let numbers = try privateKey.publicKey.getKeyPrimitives()
      return """
        {"kty":"RSA","kid":"\(keyID)","use":"sig","alg":"RS256","n":"\(Base64URL.encode(numbers.modulus))",\
        "e":"\(Base64URL.encode(numbers.publicExponent))"}
        """
    }
  }

  /// The key set as Apple publishes it.
  package var keySet: String { get throws { #"{"keys":[\#(try key)]}"# } }

  /// The claims of a token; nil leaves one out.
  package struct Claims: Sendable {
    package var issuer: String? = TestApple.issuer
    /// JSON.
    package var audience = "\"\(TestApple.audience)\""
    package var subject: String? = "001234.0123456789abcdef"
    package var issuedAt: Double
    package var expiresAt: Double
    package var nonce: String?
    package var authorizedParty: String?
    package var email: String?
    /// JSON.
    package var emailVerified = "\"true\""
    /// No token is like another.
    package var id = UUID().uuidString

    /// Good for ten minutes from `now`, in seconds since 1970.
    /// - Parameter nonce: as the client keeps it: the token has its SHA-256.
    package init(now: Double, nonce: String) {
      issuedAt = now
      expiresAt = now + 600
      self.nonce = SHA256.hash(Array(nonce.utf8)).hexadecimal
    }

    package var json: String {
      var members: [String] = []
      func member(_ name: String, _ text: String?) {
        if let text { members.append("\"\(name)\":\"\(text)\"") }
      }
      member("iss", issuer)
      member("jti", id)
      members.append("\"aud\":\(audience)")
      member("azp", authorizedParty)
      member("sub", subject)
      members.append("\"iat\":\(issuedAt),\"exp\":\(expiresAt)")
      member("nonce", nonce)
      member("email", email)
      if email != nil { members.append("\"email_verified\":\(emailVerified)") }
      return "{\(members.joined(separator: ","))}"
    }
  }

  /// A key of a team, in PEM, as Apple hands it out.
  package static func teamKey() -> String { JWTKit.ES256PrivateKey().pemRepresentation }

  /// A signed token.
  /// - Parameter header: JSON; as Apple's by default.
  package func token(_ claims: Claims, header: String? = nil) async throws -> String {
    try await token(header: header, payload: claims.json)
  }

  /// A signed token of any payload.
  /// - Parameters:
  ///   - header: JSON; as Apple's by default.
  ///   - payload: JSON, or not.
  package func token(header: String? = nil, payload: String) async throws -> String {
    let header = header ?? #"{"kid":"\#(keyID)","alg":"RS256"}"#
    let signed = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(payload.utf8))"
    return "\(signed).\(try await signature(of: signed))"
  }

  /// RS256, in base64url.
  package func signature(of signed: String) async throws -> String {
    let algorithm = try await JWTKeyCollection().add(rsa: privateKey, digestAlgorithm: .sha256).getKey()
    return Base64URL.encode(try algorithm.sign(Data(signed.utf8)))
  }

  /// The texts that anyone can have, and might take for a secret: the public key in all its forms.
  package var publicTexts: [(name: String, bytes: [UInt8])] {
    get throws {
      let (pem, numbers) = (privateKey.publicKey.pemRepresentation, try privateKey.publicKey.getKeyPrimitives())
      return [
        ("PEM", Array(pem.utf8)), ("PEM and a newline", Array((pem + "\n").utf8)), ("JWK", Array(try key.utf8)),
        ("key set", Array(try keySet.utf8)), ("modulus", Array(numbers.modulus)),
      ]
    }
  }
}
