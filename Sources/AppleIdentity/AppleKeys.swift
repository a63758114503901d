import Foundation
import JWTKit

/// The public keys of a key set, by `kid`: those that can sign identity tokens — RFC 7517.
struct AppleKeys: Sendable {
  /// Each key alone, since a collection of several takes its first one for a `kid` that it does not know.
  private let keys: [String: JWTKeyCollection]

  /// Reads a key set. A key of another kind, without a `kid`, or that is no key of at least 2048 bits, is left out.
  /// - Throws: when the text is no key set.
  init(json: Data) async throws {
    var keys: [String: JWTKeyCollection] = [:]
    for candidate in try JSONDecoder().decode(KeySet.self, from: json).keys {
      guard var key = candidate.key, key.keyType == .rsa, key.algorithm == nil || key.algorithm == .rs256,
        key.privateExponent == nil, let id = key.keyIdentifier?.string
      else { continue }
      key.algorithm = .rs256
      let collection = JWTKeyCollection()
      guard (try? await collection.add(jwk: key)) != nil else { continue }
      keys[id] = collection
    }
    self.keys = keys
  }

  var isEmpty: Bool { keys.isEmpty }

  subscript(id: String) -> JWTKeyCollection? { keys[id] }

  private struct KeySet: Decodable {
    let keys: [Candidate]
  }

  /// A member of the set: nil for a key of a kind that is not known here, which others may use.
  private struct Candidate: Decodable {
    let key: JWK?

    init(from decoder: any Decoder) throws { key = try? JWK(from: decoder) }
  }
}
