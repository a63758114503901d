import Foundation
import GraphQL
import Gateway
import Postgres
import SQL
import SampleData
import School
import SessionTokens
import TestSupport
import Testing

@testable import Server

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `hatched serve` as a process, on a port that it chose itself.
struct RunningServer: Sendable {
  /// Without a comma, which separates secrets.
  static let secret = "a secret of the tests that is long enough"
  let process: ChildProcess
  let port: Int

  /// Runs `body` with a server on a database.
  static func run<Result>(
    on address: DatabaseAddress, _ body: (RunningServer) async throws -> Result
  ) async throws -> Result {
    let environment = ["DATABASE_URL": "\(address)", "HATCHED_TOKEN_SECRETS": secret]
    let arguments = ["serve", "--port", "0"]
    return try await ChildProcess.with(.hatched, arguments, environment: environment) { process in
      try await process.wait(within: .seconds(20)) { try !process.isRunning || process.port != nil }
      let errors = try process.errors
      let port = try #require(try process.port, "the server ended: \(errors)")
      return try await body(RunningServer(process: process, port: port))
    }
  }

  /// Asks for the family's name, as the demonstration family's first parent.
  func ask(for database: SchoolDatabase) async throws -> (status: Int, text: String) {
    let account = database.demonstration.accounts[0]
    let viewer = AccountViewer(
      accountID: account.account, sessionID: account.session,
      membership: Membership(familyID: account.family, memberID: account.member, role: .parent))
    let signer = TokenSigner(
      keys: try SecretKeys([Array(Self.secret.utf8)]), issuer: TokenConfiguration.issuer,
      audience: TokenConfiguration.audience)
    let token = signer.sign(
      TokenClaims(
        subject: viewer.accountID.description, issuedAt: TokenConfiguration.now,
        expiresAt: TokenConfiguration.now + 600, privateClaims: SessionToken(viewer: viewer).privateClaims))
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/graphql")))
    request.httpMethod = "POST"
    request.timeoutInterval = 20
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    request.httpBody = Data(#"{"query":"{ family { name } }"}"#.utf8)
    let (body, response) = try await URLSession.shared.data(for: request)
    return (try #require(response as? HTTPURLResponse).statusCode, String(decoding: body, as: UTF8.self))
  }
}

extension ChildProcess {
  /// The port that a server says it listens on.
  fileprivate var port: Int? {
    get throws {
      let line = try errors.split(separator: "\n").first { $0.contains("listening") }
      return line?.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { Int($0.output.1) }
    }
  }
}
