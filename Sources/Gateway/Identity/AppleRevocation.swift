package import IdentityTokens
package import Logging
package import Domain

/// Takes back what people granted to the apps at Apple. The log says what has gone wrong, and a client only whether it has
/// been done.
package struct AppleRevocation: GrantFinder {
  private let grants: AppleGrants
  private let pauses: [Duration]
  private let logger: Logger

  /// - Parameter pauses: between one attempt to revoke and the next.
  package init(
    _ grants: AppleGrants, pauses: [Duration] = [.milliseconds(250), .seconds(1)], logger: Logger
  ) {
    self.grants = grants
    self.pauses = pauses
    self.logger = logger
  }

  package func grant(code: String) async throws(IdentityFailure) -> ExternalGrant {
    do throws(AppleGrantError) {
      let grant = try await grants.grant(of: code)
      return ExternalGrant(provider: .apple, subject: grant.subject) {
        // Revoke even if the caller stops waiting.
        await Task { await revoke(grant) }.value
      }
    } catch .refused {
      throw .refused
    } catch {
      logger.error("an authorization code cannot be exchanged at Apple: \(error)")
      throw .unavailable
    }
  }

  private func revoke(_ grant: AppleGrant) async -> Bool {
    for attempt in 0... {
      do throws(AppleGrantError) {
        try await grants.revoke(grant)
        return true
      } catch {
        guard pauses.indices.contains(attempt) else {
          logger.error("a grant at Apple could not be revoked: \(error)")
          return false
        }
        try? await Task.sleep(for: pauses[attempt])
      }
    }
    preconditionFailure("the last attempt returns")
  }
}
