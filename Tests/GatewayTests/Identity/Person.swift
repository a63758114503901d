import IdentityTokens
import Foundation
import GraphQL
import Gateway
import Logging
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// Someone with a device: signs in with Apple, keeps the tokens, and asks.
final class Person {
  static let nonce = "made up for one sign-in"
  let gateway: TestGateway
  let apple: TestApple
  /// Names the person to Apple.
  let subject: String
  var token: String?
  var refreshToken: String?
  /// The address that requests come from.
  var network: String?

  init(_ gateway: TestGateway, _ apple: TestApple, subject: String = "apple.\(UUIDValue.random())") {
    self.gateway = gateway
    self.apple = apple
    self.subject = subject
  }

  func identityToken(_ change: (inout TestApple.Claims) -> Void = { _ in }) async throws -> String {
    var claims = TestApple.Claims(now: Double(TestGateway.now), nonce: Self.nonce)
    claims.subject = subject
    change(&claims)
    return try await apple.token(claims)
  }

  /// Signs in, and keeps the tokens if that goes well.
  @discardableResult
  func signIn(
    role: String? = nil, name: String? = nil, nonce: String = Person.nonce, selecting fields: String = "viewer { id }",
    _ change: (inout TestApple.Claims) -> Void = { _ in }
  ) async throws -> JSONValue {
    let input = [
      #"identityToken: "\#(try await identityToken(change))""#, #"nonce: "\#(nonce)""#,
      role.map { "role: \($0)" } ?? "", name.map { #"name: "\#($0)""# } ?? "",
    ]
    let answer = try await gateway.send(
      """
      mutation { signInWithApple(input: {\(input.joined(separator: " "))}) {
        isNewAccount session { token refreshToken expiresAt refreshTokenExpiresAt } \(fields)
      } }
      """, authorization: nil, from: network).json
    keep(answer.at("data", "signInWithApple", "session"))
    return answer
  }

  @discardableResult
  func refresh(with refreshToken: String? = nil, selecting fields: String = "viewer { id }") async throws -> JSONValue {
    let answer = try await gateway.send(
      """
      mutation { refreshSession(input: {refreshToken: "\(refreshToken ?? self.refreshToken ?? "")"}) {
        session { token refreshToken } \(fields)
      } }
      """, authorization: nil, from: network).json
    keep(answer.at("data", "refreshSession", "session"))
    return answer
  }

  /// Asks with the session token, and keeps another one that the answer may have.
  @discardableResult
  func ask(_ query: String) async throws -> JSONValue {
    let answer = try await response(query).json
    for payload in answer.at("data")?.keys ?? [] { keep(answer.at("data", .key(payload), "session")) }
    return answer
  }

  func response(_ query: String) async -> GraphQLResponse {
    await gateway.send(query, authorization: token.map { "Bearer \($0)" }, from: network)
  }

  private func keep(_ session: JSONValue?) {
    if let token = session?.at("token")?.string { self.token = token }
    if let refreshToken = session?.at("refreshToken")?.string { self.refreshToken = refreshToken }
  }
}

extension JSONValue {
  /// The code of the first error.
  var code: String? { at("errors", 0, "extensions", "code")?.string }
  /// Where in the input the first error is.
  var inputPath: String? { at("errors", 0, "extensions", "inputPath")?.array?.compactMap { $0.string ?? $0.number.map { "\(Int($0))" } }.joined(separator: ".") }
}

extension TestGateway {
  /// A gateway that believes an identity provider of the tests.
  static func run(
    on database: SchoolDatabase, grants: (any GrantFinder)? = nil, _ body: (TestGateway, TestApple) async throws -> Void
  ) async throws {
    let apple = try appleOfTests.get()
    let gateway = try TestGateway(database.app, apple: try signIn(with: apple), grants: grants)
    try await body(gateway, apple)
    await gateway.pool.shutdown()
  }

  /// Made once: a key pair takes a while.
  private static let appleOfTests = Result { try TestApple() }

  static func signIn(with apple: TestApple) throws -> IdentityTokenSignIn {
    let file = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUIDValue.random()).json")
    try apple.keySet.write(to: file, atomically: true, encoding: .utf8)
    return IdentityTokenSignIn(
      .apple,
      IdentityTokenVerifier(keys: ProviderKeySet(.file(file.path)), audiences: [TestApple.audience]) {
        Double(TestGateway.now)
      }, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
  }
}
