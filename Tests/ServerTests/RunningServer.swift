import Foundation
import GraphQL
import Gateway
import Postgres
import SQL
import SampleData
import Domain
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
  /// - Parameter environment: the variables that differ from the usual ones.
  static func run<Result>(
    on address: DatabaseAddress, _ options: [String] = [], environment: [String: String] = [:],
    _ body: (RunningServer) async throws -> Result
  ) async throws -> Result {
    let environment = ["DATABASE_URL": "\(address)", "HATCHED_TOKEN_SECRETS": secret].merging(environment) { $1 }
    let arguments = ["serve", "--port", "0"] + options
    return try await ChildProcess.with(.hatched, arguments, environment: environment) { process in
      try await process.wait(within: .seconds(60)) { try !process.isRunning || process.port != nil }
      let errors = try process.errors
      let port = try #require(try process.port, "the server ended: \(errors)")
      return try await body(RunningServer(process: process, port: port))
    }
  }

  /// A token of the demonstration family's first parent.
  static func token(for database: SchoolDatabase) throws -> String { try token(for: database.demonstration.accounts[0]) }

  /// A token of a parent.
  static func token(for account: SampleAccount) throws -> String {
    try token(
      for: AccountViewer(
        accountID: account.account, sessionID: account.session,
        membership: Membership(familyID: account.family, memberID: account.member, role: .parent)))
  }

  static func token(for viewer: AccountViewer) throws -> String {
    let signer = TokenSigner(
      keys: try SecretKeys([Array(secret.utf8)]), issuer: TokenConfiguration.issuer,
      audience: TokenConfiguration.audience)
    return signer.sign(
      TokenClaims(
        subject: viewer.accountID.description, issuedAt: TokenConfiguration.now,
        expiresAt: TokenConfiguration.now + 600, privateClaims: SessionToken(viewer: viewer).privateClaims))
  }

  /// Asks for the family's name, or something else, as the demonstration family's first parent.
  /// - Parameter body: the body of a POST; nil for a GET, which has parameters in its URL.
  func ask(
    for database: SchoolDatabase, body: String? = #"{"query":"{ family { name } }"}"#, parameters: String = ""
  ) async throws -> (status: Int, text: String) {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/graphql\(parameters)")))
    request.httpMethod = body == nil ? "GET" : "POST"
    request.timeoutInterval = 20
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("Bearer \(try Self.token(for: database))", forHTTPHeaderField: "Authorization")
    request.httpBody = body.map { Data($0.utf8) }
    let (body, response) = try await URLSession.shared.data(for: request)
    return (try #require(response as? HTTPURLResponse).statusCode, String(decoding: body, as: UTF8.self))
  }

  /// Sends a document, with a token or without.
  func post(_ query: String, token: String?) async throws -> (status: Int, json: JSONValue) {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)/graphql")))
    request.httpMethod = "POST"
    request.timeoutInterval = 20
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    var writer = JSONWriter()
    writer.writeValue(.object([.init("query", .string(query))]))
    request.httpBody = Data(writer.bytes)
    let (body, response) = try await URLSession.shared.data(for: request)
    return (try #require(response as? HTTPURLResponse).statusCode, try JSONValue(parsing: Array(body)))
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
