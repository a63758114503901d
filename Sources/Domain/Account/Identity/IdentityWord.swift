import GraphQL
import Planning
import SQL

/// The word of an identity provider in the input of a mutation: `identityToken`, with its `nonce`.
struct IdentityWord: Sendable {
  /// The provider as messages name it: `Apple`.
  let provider: String
  private let verifier: any IdentityVerifier
  private let token: String
  private let nonce: String

  /// The word of Apple.
  /// - Throws: `UNAVAILABLE` where nobody signs in with Apple.
  static func apple(_ services: IdentityServices?, _ input: MutationInput) throws(MutationFailure) -> IdentityWord {
    let (token, nonce) = try texts(input)
    guard let apple = try services.needed().apple else {
      throw .refused("Sign-in with Apple is not set up on this server.", code: .unavailable)
    }
    return IdentityWord(provider: "Apple", verifier: apple, token: token, nonce: nonce)
  }

  /// The word of the provider that an input names.
  /// - Throws: `NOT_FOUND` for a provider that the operator has not listed.
  static func listed(_ services: IdentityServices?, _ input: MutationInput) throws(MutationFailure) -> IdentityWord {
    let id = try input.text("provider", characters: 1...40)
    let (token, nonce) = try texts(input)
    guard let listed = try services.needed().providers.first(where: { $0.id == id }) else { throw input.notFound("provider") }
    return IdentityWord(provider: listed.name, verifier: listed.verifier, token: token, nonce: nonce)
  }

  private static func texts(_ input: MutationInput) throws(MutationFailure) -> (token: String, nonce: String) {
    (try input.text("identityToken", characters: 1...8192) ?? "", try input.text("nonce", characters: 1...255) ?? "")
  }

  /// The identity that the token of an input vouches for, and the token's hash, which makes the token usable only once.
  func identity(_ input: MutationInput) async throws(MutationFailure) -> (ExternalIdentity, SQLValue) {
    do throws(IdentityFailure) {
      let identity = try await verifier.identity(token: token, nonce: nonce)
      // Without the signature: ES256 has two for one text, (r, s) and (r, n − s).
      return (identity, .hash(of: String(token[..<(token.lastIndex(of: ".") ?? token.endIndex)])))
    } catch {
      switch error {
      case .refused:
        throw .refused("\(provider) does not vouch for this identity token.", code: .unauthenticated, at: input.path(of: "identityToken"))
      case .unavailable: throw .refused("\(provider)'s keys cannot be had now. Try again.", code: .unavailable)
      }
    }
  }

  /// Notes in the change's transaction that the token is used. A concurrent change with the same token waits.
  /// - Throws: `UNAUTHENTICATED` for a token that was used before.
  func use(_ identity: ExternalIdentity, _ hash: SQLValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    guard try await rows.call(.useIdentityToken(hash, identity.secondsLeft)).count == 1 else {
      throw .refused(
        "This identity token was used before: sign in with \(provider) again.", code: .unauthenticated, at: input.path(of: "identityToken"))
    }
  }
}
