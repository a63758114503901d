import Foundation
import SessionTokens

/// A JSON Web Token with the signature of a private key — RFC 7519; RFC 7515, section 7.1.
enum CompactToken {
  /// - Parameter sign: makes the signature of the header and the claims.
  static func signed(
    header: some Encodable, claims: some Encodable, by sign: (Data) throws -> Data
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let input = try Base64URL.encode(encoder.encode(header)) + "." + Base64URL.encode(encoder.encode(claims))
    return try input + "." + Base64URL.encode(sign(Data(input.utf8)))
  }
}
