package import Gateway
import Logging
import Postgres
import SQL
import Domain
import SessionTokens

/// The gateway as the server has it, before a database that nobody can reach: what gets as far as that is
/// answered with `UNAVAILABLE`.
package struct HostileGateway: Sendable {
  private let gateway: Gateway
  private let authorization: String

  package init() throws {
    let now: Int64 = 1_800_000_000
    let keys = try SecretKeys([Array("a secret of the fuzzer, long enough".utf8)])
    var configuration = PoolConfiguration(
      address: try DatabaseAddress("postgresql:///nobody?host=/nowhere&user=nobody"))
    configuration.size = 1
    configuration.acquisitionTimeout = .milliseconds(1)
    gateway = Gateway(
      map: Corpus.schoolMap,
      authenticator: Authenticator(
        verifier: TokenVerifier(keys: keys, issuer: "hatched", audience: "hatched")) { now },
      pool: try ConnectionPool(configuration))
    let claims = TokenClaims(
      subject: Corpus.accountID.description, issuedAt: now - 60, expiresAt: now + 600,
      privateClaims: Corpus.parentClaims)
    authorization = "Bearer " + TokenSigner(keys: keys, issuer: "hatched", audience: "hatched").sign(claims)
  }

  /// The answer that a parent gets.
  package func respond(to request: GraphQLRequest) async -> GraphQLResponse {
    await gateway.respond(
      to: request, authorization: authorization,
      log: RequestLog(Logger(label: "hostile", factory: { _ in SwiftLogNoOpLogHandler() }), requestID: "hostile"))
  }
}
