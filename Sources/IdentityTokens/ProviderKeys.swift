import Foundation
import JWTKit

/// The public keys of a key set, by `kid`: those that can sign identity tokens — RFC 7517.
package struct ProviderKeys: Sendable {
  /// The algorithms of signatures that can be verified — RFC 7518, section 3.1.
  package enum Algorithm: String, CaseIterable, Sendable {
    case rs256 = "RS256"
    case es256 = "ES256"

    fileprivate var ofKeys: JWK.Algorithm { self == .rs256 ? .rs256 : .es256 }

    /// Whether a key is one for the algorithm. The key may leave out that it is.
    fileprivate func fits(_ key: JWK) -> Bool {
      guard key.algorithm == nil || key.algorithm == ofKeys else { return false }
      switch self {
      case .rs256: return key.keyType == .rsa
      case .es256: return key.keyType == .ecdsa && key.curve?.rawValue == "P-256"
      }
    }
  }

  /// A key alone, since a collection of several takes its first one for a `kid` that it does not know.
  struct Key: Sendable {
    let algorithm: Algorithm
    let collection: JWTKeyCollection
  }

  private let keys: [String: Key]

  /// Reads a key set. A key of another kind, without a `kid`, or that is no key of at least 2048 bits or on the curve, is left out.
  /// - Throws: when the text is no key set.
  init(json: Data, for algorithms: Set<Algorithm>) async throws {
    var keys: [String: Key] = [:]
    for candidate in try JSONDecoder().decode(KeySet.self, from: json).keys {
      guard var key = candidate.key, let algorithm = algorithms.first(where: { $0.fits(key) }), key.privateExponent == nil,
        let id = key.keyIdentifier?.string
      else { continue }
      key.algorithm = algorithm.ofKeys
      let collection = JWTKeyCollection()
      guard (try? await collection.add(jwk: key)) != nil else { continue }
      keys[id] = Key(algorithm: algorithm, collection: collection)
    }
    self.keys = keys
  }

  var isEmpty: Bool { keys.isEmpty }

  subscript(id: String) -> Key? { keys[id] }

  private struct KeySet: Decodable {
    let keys: [Candidate]
  }

  /// A member of the set: nil for a key of a kind that is not known here, which others may use.
  private struct Candidate: Decodable {
    let key: JWK?

    init(from decoder: any Decoder) throws { key = try? JWK(from: decoder) }
  }
}
