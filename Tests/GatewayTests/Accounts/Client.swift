import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import SessionTokens
import TestSupport
import Testing

/// Somebody with a device who signs in with an address and a password.
final class Client {
  static let password = "correct horse battery staple"
  let gateway: TestGateway
  let database: SchoolDatabase
  /// As `email: "…"` or `telephone: "…"`.
  var address: String
  var password = Client.password
  var token: String?
  var refreshToken: String?
  var deviceToken: String?
  var network = "203.0.113.7"

  init(_ gateway: TestGateway, _ database: SchoolDatabase, email: String = "\(UUIDValue.random())@example.org") {
    self.gateway = gateway
    self.database = database
    address = #"email: "\#(email)""#
  }

  var email: String { String(address.split(separator: "\"")[1]) }

  @discardableResult
  func register(
    role: String = "PARENT", name: String = "Ada Rivera", selecting fields: String = "viewer { id }"
  ) async throws -> JSONValue {
    try await send(
      #"register(input: {\#(address) password: "\#(password)" name: "\#(name)" role: \#(role)})"#, "register", fields)
  }

  /// - Parameter device: whether the device token goes along.
  @discardableResult
  func signIn(
    password: String? = nil, device: Bool = true, selecting fields: String = "viewer { id }"
  ) async throws -> JSONValue {
    let token = device ? deviceToken.map { #"deviceToken: "\#($0)""# } ?? "" : ""
    return try await send(
      #"signIn(input: {\#(address) password: "\#(password ?? self.password)" \#(token)})"#, "signIn", fields)
  }

  private func send(_ field: String, _ name: String, _ fields: String) async throws -> JSONValue {
    let answer = try await gateway.send(
      "mutation { \(field) { session { token refreshToken } deviceToken \(fields) } }", authorization: nil, from: network
    ).json
    keep(answer.at("data", .key(name), "session"))
    if let device = answer.at("data", .key(name), "deviceToken")?.string { deviceToken = device }
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

  /// Sends a mutation that needs no session.
  @discardableResult
  func anonymously(_ field: String) async throws -> JSONValue {
    try await gateway.send("mutation { \(field) }", authorization: nil, from: network).json
  }

  /// The code that the latest message of a kind to the address is for.
  func code(_ purpose: AddressCode.Purpose, kind: String) async throws -> AddressCode? {
    let rows = try await database.run(
      """
      SELECT code_id FROM messages WHERE lower(address) = \(bind: .text(email.lowercased())) AND kind = \(bind: .text(kind)) \
      ORDER BY created_at DESC LIMIT 1
      """)
    return rows.count == 1 ? rows.uuid(row: 0, column: 0).map { AddressCode(purpose, id: $0) } : nil
  }

  /// Registers, and confirms the address.
  func join(role: String = "PARENT", name: String = "Ada Rivera") async throws {
    #expect(try await register(role: role, name: name).at("errors") == nil)
    try await confirm()
  }

  /// Confirms the address with the code of the latest message.
  func confirm() async throws {
    let code = try #require(try await code(.confirmEmail, kind: "confirm-address"))
    let answer = try await ask(
      #"mutation { confirmAddress(input: {code: "\#(code.shortCodes(try TestGateway.keys.get())[0])"}) { viewer { id } } }"#)
    #expect(answer.at("errors") == nil, "\(answer)")
  }

  var account: String? {
    get async throws { try await ask("{ viewer { id } }").at("data", "viewer", "id")?.string }
  }

  func kinds() async throws -> [String] {
    try await database.run(
      "SELECT kind FROM messages WHERE lower(address) = \(bind: .text(email.lowercased())) ORDER BY created_at, kind"
    ).texts
  }

  /// Has the sessions of all accounts begin so long ago that changes of how they sign in ask for another sign-in.
  func age() async throws {
    try await database.run("UPDATE sessions SET authenticated_at = now() - interval '11 minutes'")
  }
}

extension TestGateway {
  static let keys = Result { try SecretKeys(secrets.map { Array($0.utf8) }) }
}
