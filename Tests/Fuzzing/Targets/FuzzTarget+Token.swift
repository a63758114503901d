import Gateway
import Domain
import SessionTokens

extension FuzzTarget {
  /// Session tokens. An input is tried as the whole of an `Authorization` header, as the header of a token,
  /// which is read before its signature holds, and as the payload of a token that is signed as it must be.
  package static let token: FuzzTarget = {
    let forge = TokenForge()
    let corpus = ["Bearer \(forge.good)", "bearer  \(forge.good)"] + forge.payloads
    return FuzzTarget("token", corpus: corpus, words: TokenForge.words + [forge.header]) { (input) throws(Broken) in
      let text = String(decoding: input, as: UTF8.self)
      let viewer = forge.authenticator.viewer(authorization: text)
      try Broken.unless(
        viewer == nil || forge.isGood(text), "A header that is not the good one was taken: \(text)")
      try Broken.unless(viewer != nil || !forge.isGood(text), "The good header was refused: \(text)")

      let header = JSONWebToken.signed(
        header: Base64URL.encode(input), payload: Base64URL.encode(forge.payloads[0].utf8), with: forge.otherKey)
      try Broken.unless(forge.claims(of: header) == nil, "A token of another key was taken: \(header)")

      let payload = JSONWebToken.signed(
        header: Base64URL.encode(forge.header.utf8), payload: Base64URL.encode(input), with: forge.key)
      guard let claims = forge.claims(of: payload) else { return viewer == nil ? .refused : .accepted }
      try Broken.unless(
        claims.expiresAt > TokenForge.now - 31 && claims.issuedAt <= TokenForge.now + 30,
        "A token was taken outside of its time: \(claims)")
      try forge.checkEveryByte(of: payload, from: input)
      return .accepted
    }
  }()
}

/// Signs tokens, and checks them as the server does.
private struct TokenForge: Sendable {
  static let now: Int64 = 1_800_000_000
  static let words = [
    "\"iss\"", "\"aud\"", "\"sub\"", "\"iat\"", "\"exp\"", "\"nbf\"", "\"sid\"", "\"alg\"", "\"typ\"", "\"kid\"",
    "\"crit\"", "\"HS256\"", "\"none\"", "\"hatched\"", "1800000000", "9223372036854775807", "-1", "1e999", "0.5",
    "{", "}", "[", "]", ":", ",", "\\u0000", "\\ud800", "\u{E9}", "null", "true", "Bearer ", ".", "=",
  ]
  private static let name = "hatched"

  let key = SecretKey(Array("a secret of the fuzzer, long enough".utf8))
  let otherKey = SecretKey(Array("another secret of it, as long as that".utf8))
  let header = #"{"alg":"HS256","typ":"JWT"}"#
  let payloads: [String]
  let good: String
  let authenticator: Authenticator
  private let verifier: TokenVerifier

  init() {
    guard let keys = try? SecretKeys([Array("a secret of the fuzzer, long enough".utf8)]) else {
      // The secret above has more than the 32 bytes that it needs.
      fatalError("the secret is too short")
    }
    let claims = Corpus.parentClaims.sorted { $0.key < $1.key }.map { ",\"\($0.key)\":\"\($0.value)\"" }.joined()
    let times = "\"iat\":\(Self.now - 60),\"exp\":\(Self.now + 600)"
    payloads = [
      "{\"iss\":\"hatched\",\"aud\":\"hatched\",\"sub\":\"\(Corpus.accountID)\",\(times)\(claims)}",
      "{\"iss\":\"hatched\",\"aud\":[\"other\",\"hatched\"],\"sub\":\"\",\(times),\"nbf\":\(Self.now),\"more\":{\"a\":[1.5e3,null,true]}}",
    ]
    verifier = TokenVerifier(keys: keys, issuer: Self.name, audience: Self.name)
    authenticator = Authenticator(verifier: verifier) { Self.now }
    good = JSONWebToken.signed(
      header: Base64URL.encode(header.utf8), payload: Base64URL.encode(payloads[0].utf8), with: key)
  }

  func claims(of token: String) -> TokenClaims? { try? verifier.verify(token, now: Self.now) }

  /// The scheme in either case, spaces, the token.
  func isGood(_ header: String) -> Bool {
    guard header.lowercased().hasPrefix("bearer "), header.utf8.count >= 7 else { return false }
    return header.utf8.dropFirst(7).drop { $0 == UInt8(ascii: " ") }.elementsEqual(good.utf8)
  }

  /// With one byte changed the token is refused. Which bytes are tried depends on the input.
  func checkEveryByte(of token: String, from input: [UInt8]) throws(Broken) {
    let bytes = Array(token.utf8)
    let step = max(1, bytes.count / 8)
    for place in stride(from: input.count % step, to: bytes.count, by: step) {
      var altered = bytes
      altered[place] ^= 1 << UInt8(input.count % 7)
      let text = String(decoding: altered, as: UTF8.self)
      try Broken.unless(claims(of: text) == nil, "The token is good with byte \(place) changed: \(text)")
    }
  }
}
