import Embedded
import Gateway
import GraphQL
import HTTPTypes
import HummingbirdTesting
import Logging
import Memory
import NIOCore
import Planning
import Postgres
import SQL
import SampleData
import Domain
import SessionTokens
import TestSupport
import Testing

@testable import Server

/// A server on a free port over a suite's database.
struct TestServer: Sendable {
  struct Answer: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// - Throws: when the body is no JSON.
    var json: JSONValue { get throws { try JSONValue(parsing: bytes) } }
  }

  static let now: Int64 = 1_800_000_000
  let client: TestClient
  let port: Int
  let pool: ConnectionPool
  /// The token of the first parent of the demonstration family.
  let token: String
  private let signer: TokenSigner

  private static let map = Result { try EntityMap<Viewer>.shared }

  static func run(
    on database: SchoolDatabase, as address: DatabaseAddress? = nil, compresses: Bool = true,
    origins: Set<String> = [], clientAddressHeader: String? = nil,
    limits: RequestHandler.Limits = RequestHandler.Limits(bodySize: 1 << 20),
    throttle: RequestThrottle = RequestThrottle(), memory: MemoryBudget = MemoryBudget(capacity: 96 << 20),
    explorer: ExplorerSite? = nil, showsPlans: Bool = false, configure: (inout PoolConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    let keys = try SecretKeys([Array("a secret of the tests, long enough".utf8)])
    var configuration = PoolConfiguration(address: address ?? database.app)
    configuration.size = 4
    configuration.acquisitionTimeout = .seconds(5)
    configure(&configuration)
    let pool = try ConnectionPool(configuration)
    let admission = Admission()
    admission.open()
    let logger = Logger.ofTests
    let responder = GatewayResponder(
      gateway: Gateway(
        map: try map.get(),
        authenticator: Authenticator(
          verifier: TokenVerifier(keys: keys, issuer: "hatched", audience: "hatched")) { now },
        pool: pool, attempts: AttemptCounter(secrets: keys),
        answerMemory: AnswerMemory(identity: AnswerIdentity(secrets: keys, program: []), maximumBytes: 4 << 20), showsPlans: showsPlans),
      readiness: ReadinessCheck(Readiness(pool: pool, migrations: EmbeddedFile.migrations.map(\.name))),
      admission: admission,
      logger: logger, limits: limits, throttle: throttle, memory: memory,
      sharedBodies: SharedBodies(budget: memory), gzip: compresses ? GZip() : nil,
      crossOrigin: origins.isEmpty ? nil : CrossOriginPolicy(origins: origins),
      clientAddressHeader: clientAddressHeader, explorer: explorer)
    let account = database.demonstration.accounts[0]
    let viewer = AccountViewer(
      accountID: account.account, sessionID: account.session,
      membership: Membership(familyID: account.family, memberID: account.member, role: .parent))
    let signer = TokenSigner(keys: keys, issuer: "hatched", audience: "hatched")
    let token = token(of: viewer, signer)
    try await ListeningServer.run(responder, limits: limits, logger: logger, memory: memory) { listener in
      try await TestClient.withClient(host: "127.0.0.1", port: listener.port) { client in
        try await body(TestServer(client: client, port: listener.port, pool: pool, token: token, signer: signer))
      }
    }
    await pool.shutdown()
  }

  /// The token of any member.
  func token(of account: SampleAccount) -> String {
    let membership = Role(rawValue: account.role.rawValue).map {
      Membership(familyID: account.family, memberID: account.member, role: $0)
    }
    return Self.token(
      of: AccountViewer(accountID: account.account, sessionID: account.session, membership: membership), signer)
  }

  private static func token(of viewer: AccountViewer, _ signer: TokenSigner) -> String {
    signer.sign(
      TokenClaims(
        subject: viewer.accountID.description, issuedAt: now - 60, expiresAt: now + 600,
        privateClaims: SessionToken(viewer: viewer).privateClaims))
  }

  /// A request for the family's name, byte by byte: `client` has one connection, and so one request at a time.
  var familyRequest: String { request("{ family { name } }") }

  /// A request, byte by byte.
  /// - Parameter query: without characters that JSON escapes.
  func request(_ query: String, withToken: Bool = true) -> String {
    let authorization = withToken ? "Authorization: Bearer \(token)\r\n" : ""
    let body = #"{"query":"\#(query)"}"#
    return "POST /graphql HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n\(authorization)"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  func post(_ query: String, headers: HTTPFields = [:]) async throws -> Answer {
    var writer = JSONWriter()
    writer.writeValue(.object([.init("query", .string(query))]))
    var headers = headers
    headers[.contentType] = "application/json"
    return try await send(
      .post, "/graphql", headers: headers,
      body: String(decoding: writer.bytes, as: UTF8.self))
  }

  func send(
    _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: String = "",
    withToken: Bool = true
  ) async throws -> Answer {
    var headers = headers
    if withToken { headers[.authorization] = "Bearer \(token)" }
    let response = try await client.execute(
      TestClient.Request(
        path, method: method, authority: "127.0.0.1", headers: headers, body: ByteBuffer(string: body)))
    let bytes = response.body.map { Array($0.readableBytesView) } ?? []
    return Answer(status: response.status, headers: response.headers, bytes: bytes)
  }
}
