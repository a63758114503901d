package import SessionTokens

/// A token as RFC 8725, "JSON Web Token Best Current Practices", warns of it, and what is said to it.
package struct TokenAttack: Sendable, CustomStringConvertible {
  /// The section of RFC 8725.
  package let section: String
  package let name: String
  package let token: String
  /// Nil where the token is taken, since what is odd about it means nothing.
  package let refusal: TokenError?

  package var description: String { "\(section) \(name)" }

  init(_ section: String, _ name: String, _ token: String, _ refusal: TokenError?) {
    self.section = section
    self.name = name
    self.token = token
    self.refusal = refusal
  }
}

extension TokenForge {
  /// All practices, one after the other.
  package var attacks: [TokenAttack] {
    [
      algorithms, operations, inputs, keys, encodings, parties, receivedClaims, types, kinds, times, spellings,
    ].flatMap { $0 }
  }

  /// Sections 3.1 and 3.2: the algorithm is not the token's to choose, and it is a good one.
  private var algorithms: [TokenAttack] {
    let unsigned = ["none", "None", "NONE", "nOnE"].flatMap { name in
      let header = "{\"alg\":\"\(name)\",\"typ\":\"JWT\"}"
      let parts = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(payload().utf8))"
      return [
        TokenAttack("3.2", "alg \(name), signed all the same", token(header: header), .algorithm),
        TokenAttack("3.2", "alg \(name), an empty signature", parts + ".", .notThreeParts),
        TokenAttack("3.2", "alg \(name), no third part", parts, .notThreeParts),
        TokenAttack("3.2", "alg \(name), a signature of zeros", parts + "." + Self.zeros, .algorithm),
      ]
    }
    let others = ["RS256", "RS512", "ES256", "PS256", "EdDSA", "HS384", "HS512", "dir", "A128KW", "hs256", "HS256 ", ""]
    let named = others.map { name in
      TokenAttack(
        "3.1", "alg \"\(name)\" with the secret as key", token(header: "{\"alg\":\"\(name)\",\"typ\":\"JWT\"}"),
        .algorithm)
    }
    let odd = [
      ("missing", #"{"typ":"JWT"}"#, TokenError.algorithm), ("null", #"{"alg":null}"#, .algorithm),
      ("a list", #"{"alg":["HS256"]}"#, .algorithm), ("a number", #"{"alg":256}"#, .algorithm),
      ("none, then HS256", #"{"alg":"none","alg":"HS256"}"#, .notJSONObject(.header)),
      ("HS256, then none", #"{"alg":"HS256","alg":"none"}"#, .notJSONObject(.header)),
      ("twice, once in escapes", #"{"alg":"HS256","\u0061lg":"none"}"#, .notJSONObject(.header)),
    ]
    let spelled = odd.map { TokenAttack("3.1", "alg \($0)", token(header: $1), $2) }
    return unsigned + named + spelled
  }

  /// Section 3.3: every operation is validated, and no part is used that one of them did not vouch for.
  private var operations: [TokenAttack] {
    let parts = token().split(separator: ".").map(String.init)
    let other = token(payload: payload(["sub": "\"someone else\""])).split(separator: ".").map(String.init)
    let bare = Base64URL.encode(#"{"alg":"HS256"}"#.utf8)
    let nested = signed(Base64URL.encode(#"{"alg":"HS256","cty":"JWT"}"#.utf8), Base64URL.encode(token().utf8))
    let critical = ["[\"exp\"]", "[\"b64\"]", "[\"http://example.org/unknown\"]", "[]", "null", "true"].map {
      TokenAttack("3.3", "crit \($0)", token(header: "{\"alg\":\"HS256\",\"crit\":\($0)}"), .criticalExtension)
    }
    return critical + [
      TokenAttack("3.3", "another payload under the signature", "\(parts[0]).\(other[1]).\(parts[2])", .signature),
      TokenAttack("3.3", "another header over the signature", "\(bare).\(parts[1]).\(parts[2])", .signature),
      TokenAttack("3.3", "another token's signature", "\(parts[0]).\(parts[1]).\(other[2])", .signature),
      TokenAttack("3.3", "a signature of zeros", "\(parts[0]).\(parts[1]).\(Self.zeros)", .signature),
      TokenAttack("3.3", "no signature", "\(parts[0]).\(parts[1]).", .notThreeParts),
      TokenAttack("3.3", "a token inside a token", nested, .notJSONObject(.payload)),
      TokenAttack(
        "3.3", "a payload that is not encoded",
        signed(Base64URL.encode(#"{"alg":"HS256","b64":false}"#.utf8), payload()), .notBase64URL(.payload)),
    ]
  }

  /// Section 3.4: what goes into an operation is looked at before.
  private var inputs: [TokenAttack] {
    let (head, whole) = (token().split(separator: ".").prefix(2).joined(separator: "."), token())
    let signatures = [1, 16, 31, 33, 64].map {
      TokenAttack(
        "3.4", "a signature of \($0) bytes", "\(head).\(Base64URL.encode(Array(repeating: 7, count: $0)))", .signature)
    }
    let long = String(repeating: "x", count: TokenVerifier.maximumLength)
    let deep = String(repeating: "[", count: 900) + String(repeating: "]", count: 900)
    return signatures + [
      TokenAttack("3.4", "nothing", "", .notThreeParts), TokenAttack("3.4", "two dots", "..", .notThreeParts),
      TokenAttack("3.4", "four parts", whole + ".AAAA", .notThreeParts),
      TokenAttack("3.4", "a dot at the end", whole + ".", .notThreeParts),
      TokenAttack("3.4", "five parts, as if encrypted", whole + ".AAAA.AAAA", .notThreeParts),
      TokenAttack("3.4", "oversized", token(payload: payload(more: "\"x\":\"\(long)\"")), .tooLong),
      TokenAttack(
        "3.4", "oversized, of dots", String(repeating: ".", count: TokenVerifier.maximumLength + 1), .tooLong),
      TokenAttack(
        "3.4", "deeply nested", token(payload: payload(more: "\"x\":\(deep)")), .notJSONObject(.payload)),
    ]
  }

  /// Section 3.5: no key that can be guessed signs.
  private var keys: [TokenAttack] {
    let guesses = ["", "\0", "secret", "your-256-bit-secret", "hatched", String(secret.dropLast()), secret + "\0 "]
    return guesses.map {
      TokenAttack("3.5", "signed with \($0.utf8.count) bytes of a guess", token(secret: Array($0.utf8)), .signature)
    }
  }

  /// Sections 3.6 and 3.7: nothing is compressed, and all text is UTF-8.
  private var encodings: [TokenAttack] {
    // RFC 1951: a last block that is stored, and in it two bytes.
    let deflated: [UInt8] = [1, 2, 0, 0xfd, 0xff] + Array("{}".utf8)
    let header = Base64URL.encode(Self.header.utf8)
    let claims = Array(payload().utf8)
    let wide: [UInt8] = [0xff, 0xfe] + claims.flatMap { byte -> [UInt8] in [byte, 0] }
    let texts: [(String, [UInt8])] = [
      ("UTF-16", wide), ("a byte order mark", [0xef, 0xbb, 0xbf] + claims),
      ("a byte that is no text", Array(payload(more: #""x":""#).utf8.dropLast()) + [0xff] + Array("\"}".utf8)),
      ("an overlong sequence", Array(payload(more: #""x":""#).utf8.dropLast()) + [0xc0, 0xaf] + Array("\"}".utf8)),
      ("half of a surrogate pair", Array(payload(more: #""x":"\ud83e""#).utf8)),
    ]
    let odd = texts.map {
      TokenAttack("3.7", "a payload with \($0)", signed(header, Base64URL.encode($1)), .notJSONObject(.payload))
    }
    return odd + [
      TokenAttack(
        "3.6", "zip, and a compressed payload",
        signed(Base64URL.encode(#"{"alg":"HS256","zip":"DEF"}"#.utf8), Base64URL.encode(deflated)),
        .notJSONObject(.payload)),
      TokenAttack("3.6", "zip, which means nothing", token(header: #"{"alg":"HS256","zip":"DEF"}"#), nil),
      TokenAttack("3.7", "a header beyond ASCII", token(header: #"{"alg":"HS256","x":"é"}"#), .notJSONObject(.header)),
    ]
  }

  /// Sections 3.8 and 3.9: who issued it, to whom, and for what.
  private var parties: [TokenAttack] {
    func row(
      _ section: String, _ name: String, _ claim: String, _ value: String?, _ refusal: TokenError?
    ) -> TokenAttack {
      TokenAttack(section, "\(claim) \(name)", token(payload: payload([claim: value])), refusal)
    }
    return [
      row("3.8", "of another", "iss", "\"https://example.org\"", .wrongIssuer),
      row("3.8", "in upper case", "iss", "\"\(issuer.uppercased())\"", .wrongIssuer),
      row("3.8", "and more", "iss", "\"\(issuer)/\"", .wrongIssuer),
      row("3.8", "in a list", "iss", "[\"\(issuer)\"]", .malformedClaim("iss")),
      row("3.8", "missing", "iss", nil, .missingClaim("iss")),
      row("3.8", "null", "iss", "null", .malformedClaim("iss")),
      row("3.8", "missing", "sub", nil, .missingClaim("sub")),
      row("3.8", "a number", "sub", "7", .malformedClaim("sub")),
      row("3.9", "of another", "aud", "\"example\"", .wrongAudience),
      row("3.9", "missing", "aud", nil, .missingClaim("aud")),
      row("3.9", "null", "aud", "null", .malformedClaim("aud")),
      row("3.9", "empty", "aud", "\"\"", .wrongAudience), row("3.9", "an empty list", "aud", "[]", .wrongAudience),
      row("3.9", "a list of others", "aud", "[\"a\",\"b\"]", .wrongAudience),
      row("3.9", "a list that has it", "aud", "[\"a\",\"\(audience)\"]", nil),
      row("3.9", "a list with a number", "aud", "[\"\(audience)\",1]", .malformedClaim("aud")),
      row("3.9", "a list in a list", "aud", "[[\"\(audience)\"]]", .malformedClaim("aud")),
      row("3.9", "a part of it", "aud", "\"\(audience.dropLast())\"", .wrongAudience),
      row("3.9", "an object", "aud", "{\"\(audience)\":true}", .malformedClaim("aud")),
    ]
  }

  /// Section 3.10: no header leads to a key but to those that are configured.
  private var receivedClaims: [TokenAttack] {
    let attacker = Array("a key of the attacker, long enough".utf8)
    let brought = [
      ("jwk", "{\"kty\":\"oct\",\"k\":\"\(Base64URL.encode(attacker))\"}"), ("jku", "\"http://127.0.0.1:1/keys\""),
      ("x5u", "\"file:///etc/passwd\""), ("x5c", "[\"MIIB\"]"), ("x5t", "\"AAAA\""), ("x5t#S256", "\"AAAA\""),
    ]
    let names = [
      "../../../../dev/null", "/dev/null", "' OR '1'='1", "' UNION SELECT 'key' --", "| sleep 10",
      "http://127.0.0.1:1/", "", "0", String(repeating: "k", count: 1000),
    ]
    let withKeys = brought.flatMap { name, value -> [TokenAttack] in
      let header = "{\"alg\":\"HS256\",\"\(name)\":\(value)}"
      return [
        TokenAttack("3.10", "\(name), and signed with it", token(header: header, secret: attacker), .signature),
        TokenAttack("3.10", "\(name), which is not looked at", token(header: header), nil),
      ]
    }
    let withNames = (names.map { "\"\($0)\"" } + [#""\u0000""#, "null", "[]", "1", "{}"]).map {
      TokenAttack("3.10", "kid \($0.prefix(30))", token(header: "{\"alg\":\"HS256\",\"kid\":\($0)}"), .unknownKey)
    }
    let twice = token(header: #"{"alg":"HS256","kid":"a","kid":"b"}"#)
    return withKeys + withNames + [TokenAttack("3.10", "kid twice", twice, .notJSONObject(.header))]
  }

  /// Section 3.11: a token that says what kind it is says that it is of this one.
  private var types: [TokenAttack] {
    func row(_ type: String, _ refusal: TokenError?) -> TokenAttack {
      TokenAttack("3.11", "typ \(type)", token(header: "{\"alg\":\"HS256\",\"typ\":\(type)}"), refusal)
    }
    let others = [
      "\"secevent+jwt\"", "\"dpop+jwt\"", "\"logout+jwt\"", "\"JOSE\"", "\"JOSE+JSON\"", "\"JWE\"", "\"\"",
      "\"jwt \"", "null", "[\"JWT\"]", "1",
    ]
    return others.map { row($0, .type) } + ["\"JWT\"", "\"jwt\"", "\"at+jwt\""].map { row($0, nil) }
  }

  /// Section 3.12: what is signed for something else with the same secret is no session token.
  private var kinds: [TokenAttack] {
    [
      TokenAttack(
        "3.12", "for another part of the same issuer", token(payload: payload(["aud": "\"\(audience)-admin\""])),
        .wrongAudience),
      TokenAttack(
        "3.12", "what the secret says of an invitation", signed("invitation\0", "AAAA"), .notBase64URL(.header)),
      TokenAttack(
        "3.12", "one that lives longer than a session token can",
        token(payload: payload(["exp": "\(now + 91 * 86_400)"])), .lifetimeTooLong),
    ]
  }

  /// RFC 7519, section 4.1, which section 3.10 of RFC 8725 rests on. Clocks may differ by 30 seconds.
  private var times: [TokenAttack] {
    let odd = [
      "\"\(now + 600)\"", "\(now + 600).0", "\(now + 600).5", "1e400", "-1e400", "1.8e9", "-1", "null", "true",
      "[\(now)]", "{}", "9223372036854775808",
    ]
    let malformed = ["exp", "iat", "nbf"].flatMap { claim in
      odd.map {
        TokenAttack("3.10", "\(claim) \($0)", token(payload: payload([claim: $0])), .malformedClaim(claim))
      }
    }
    func at(_ claim: String, _ offset: Int64, _ refusal: TokenError?) -> TokenAttack {
      var changes: [String: String?] = [claim: "\(now + offset)"]
      if claim == "exp" { changes["iat"] = "\(now - 1000)" }
      return TokenAttack(
        "3.10", "\(claim) \(offset) seconds from now", token(payload: payload(changes)), refusal)
    }
    return malformed + [
      TokenAttack("3.10", "exp missing", token(payload: payload(["exp": Optional<String>.none])), .missingClaim("exp")),
      TokenAttack("3.10", "iat missing", token(payload: payload(["iat": Optional<String>.none])), .missingClaim("iat")),
      TokenAttack(
        "3.10", "exp twice", token(payload: payload(more: "\"exp\":\(now + 9999)")), .notJSONObject(.payload)),
      TokenAttack(
        "3.10", "exp twice, once in escapes", token(payload: payload(more: "\"e\\u0078p\":\(now + 9999)")),
        .notJSONObject(.payload)),
      at("exp", -30, .expired), at("exp", -29, nil), at("nbf", 30, nil), at("nbf", 31, .notYetValid),
      at("iat", 30, nil), at("iat", 31, .issuedInFuture),
    ]
  }

  /// RFC 7515, section 2: there is one spelling of a token. Here for section 3.3: what was vouched for is what is read.
  private var spellings: [TokenAttack] {
    let parts = token().split(separator: ".").map(String.init)
    let places: [TokenError] = [.notBase64URL(.header), .notBase64URL(.payload), .notBase64URL(.signature)]
    let suffixes = [("padding", "="), ("plus", "+"), ("a slash", "/"), ("a space", " "), ("a tab", "\t")]
    let loose = suffixes.flatMap { name, text in
      places.indices.map { index -> TokenAttack in
        var parts = parts
        parts[index] += text
        // Signed as it is spelled: what is wrong is the spelling alone.
        let token = index == 2 ? parts.joined(separator: ".") : signed(parts[0], parts[1])
        return TokenAttack("3.3", "\(name) in part \(index + 1)", token, places[index])
      }
    }
    let odd = Base64URL.encode(#"{"alg":"HS256"} "#.utf8)
    return loose + [
      TokenAttack("3.3", "spare bits in part 1", signed(Self.withSpareBits(odd), parts[1]), .notBase64URL(.header)),
      TokenAttack(
        "3.3", "spare bits in part 3", "\(parts[0]).\(parts[1]).\(Self.withSpareBits(parts[2]))",
        .notBase64URL(.signature)),
      TokenAttack(
        "3.3", "the JSON serialization",
        "{\"protected\":\"\(parts[0])\",\"payload\":\"\(parts[1])\",\"signature\":\"\(parts[2])\"}", .notThreeParts),
    ]
  }

  private static let zeros = Base64URL.encode([UInt8](repeating: 0, count: 32))

  /// The same bytes, as a loose reader has it: with one of the bits set that the last letter has to spare.
  private static func withSpareBits(_ text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = text.last.flatMap { alphabet.firstIndex(of: $0) } ?? 0
    return text.dropLast() + String(alphabet[last + 1])
  }
}
