package import IdentityTokens
package import Logging
package import Domain

/// Sign-in with the identity tokens of a provider. The log says why a token was refused, and a client does not.
package struct IdentityTokenSignIn: IdentityVerifier {
  /// By how many seconds the clocks of several gateways and of their database may differ.
  private static let margin = 300

  private let provider: IdentityProvider
  private let verifier: IdentityTokenVerifier
  private let logger: Logger

  package init(_ provider: IdentityProvider, _ verifier: IdentityTokenVerifier, logger: Logger) {
    self.provider = provider
    self.verifier = verifier
    self.logger = logger
  }

  package func identity(
    token: String, nonce: String
  ) async throws(IdentityFailure) -> ExternalIdentity {
    do throws(IdentityTokenError) {
      let user = try await verifier.user(token: token, nonce: nonce)
      return ExternalIdentity(
        provider: provider, subject: user.subject, email: user.email, secondsLeft: Int32(clamping: user.secondsLeft + Self.margin))
    } catch .keysUnavailable(let reason) {
      logger.error("the keys of an identity provider cannot be had", metadata: ["provider": "\(provider.rawValue)", "reason": "\(reason)"])
      throw .unavailable
    } catch {
      // A case without a value: nothing of the token.
      logger.info("an identity token was refused: \(error)")
      throw .refused
    }
  }
}
