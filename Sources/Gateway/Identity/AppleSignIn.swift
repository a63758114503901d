package import AppleIdentity
package import Logging
package import Domain

/// Sign-in with Apple as a way to sign in to the school. The log says why a token was refused, and a client does not.
package struct AppleSignIn: IdentityVerifier {
  /// By how many seconds the clocks of several gateways and of their database may differ.
  private static let margin = 300

  private let verifier: AppleIdentityVerifier
  private let logger: Logger

  package init(_ verifier: AppleIdentityVerifier, logger: Logger) {
    self.verifier = verifier
    self.logger = logger
  }

  package func identity(
    token: String, nonce: String
  ) async throws(IdentityFailure) -> ExternalIdentity {
    do throws(AppleIdentityError) {
      let user = try await verifier.user(token: token, nonce: nonce)
      return ExternalIdentity(
        provider: .apple, subject: user.subject, email: user.email, secondsLeft: Int32(clamping: user.secondsLeft + Self.margin))
    } catch .keysUnavailable(let reason) {
      logger.error("Apple's keys cannot be had: \(reason)")
      throw .unavailable
    } catch {
      // A case without a value: nothing of the token.
      logger.info("an identity token was refused: \(error)")
      throw .refused
    }
  }
}
