import Foundation
import GraphQL
import Gateway
import IdentityTokens
import Logging
import Passwords
import Planning
import Postgres
import SQL
import SampleData
import Domain
import SessionTokens
import TestSupport
import Testing

/// A gateway over a suite's database, and the tokens that its viewers send.
struct TestGateway {
  static let now: Int64 = 1_800_000_000
  private static let issuer = "hatched"
  static let secrets = ["a secret of the tests, long enough"]
  private let keys: SecretKeys
  let pool: ConnectionPool
  let gateway: Gateway
  /// The gateway logs to it.
  var logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

  /// - Parameters:
  ///   - address: the address with the role whose row-level security applies.
  ///   - walked: the types that the database has; nil for the school's.
  ///   - secrets: the secrets; the first one signs.
  ///   - remembers: whether answers have tags and are remembered, as in a server.
  ///   - hints: tells other gateways of changes; nil for none.
  init(
    _ address: DatabaseAddress, of walked: WalkedSchema? = nil, documents: DocumentOptions = DocumentOptions(),
    documentLimits: DocumentLimits = DocumentLimits(), limits: RequestLimits = RequestLimits(),
    locks: PlannerLocks = .all, secrets: [String] = secrets,
    apple: (any IdentityVerifier)? = nil, grants: (any GrantFinder)? = nil, passwords: PasswordHasher? = nil,
    changes: ChangeQueue = ChangeQueue(), remembers: Bool = true, hints: ChangeHints? = nil,
    configure: (inout PoolConfiguration) -> Void = { _ in },
    map: ((IdentityServices) throws -> EntityMap<Viewer>)? = nil
  ) throws {
    keys = try SecretKeys(secrets.map { Array($0.utf8) })
    let walked = try walked ?? .domain
    let isPlain = map == nil && secrets == Self.secrets && apple == nil && grants == nil && passwords == nil
    var configuration = PoolConfiguration(address: address)
    configuration.size = 4
    configure(&configuration)
    pool = try ConnectionPool(configuration)
    gateway = Gateway(
      map: try isPlain ? walked.map : (map ?? walked.makeMap)(Self.identity(keys, apple, grants, passwords)),
      authenticator: Authenticator(
        verifier: TokenVerifier(keys: keys, issuer: Self.issuer, audience: Self.issuer)) { Self.now },
      pool: pool, documents: documents, documentLimits: documentLimits, limits: limits, locks: locks,
      attempts: AttemptCounter(secrets: keys), changes: changes,
      answerMemory: remembers ? AnswerMemory(identity: AnswerIdentity(secrets: keys, program: []), maximumBytes: 4 << 20) : nil,
      hints: hints)
  }

  /// Most tests have no other: to make a map for each takes longer than to answer a request.
  static let plainIdentity = Result { identity(try SecretKeys(secrets.map { Array($0.utf8) }), nil, nil) }

  private static func identity(
    _ keys: SecretKeys, _ apple: (any IdentityVerifier)?, _ grants: (any GrantFinder)?, _ passwords: PasswordHasher? = nil
  ) -> IdentityServices {
    let sessions = SessionIssuer(
      signer: TokenSigner(keys: keys, issuer: issuer, audience: issuer), tokenLifetime: 900,
      refreshLifetime: 60 * 86_400) { now }
    return IdentityServices(
      sessions: sessions, secrets: keys, passwords: passwords ?? hasher(keys), apple: apple, providers: listed, grants: grants)
  }

  /// A provider with a key that nobody has.
  private static let listed: [SignInProvider.Listed] = {
    let file = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUIDValue.random()).json")
    let issuer = "https://id.example.org"
    guard (try? #"{"keys":[\#(TestCurveKey().key)]}"#.write(to: file, atomically: true, encoding: .utf8)) != nil else { return [] }
    let verifier = IdentityTokenVerifier(
      keys: ProviderKeySet(.file(file.path), algorithms: [.es256]), issuer: issuer, audiences: ["org.example.hatched"], rules: .openIDConnect
    ) { Double(now) }
    let signIn = IdentityTokenSignIn(
      IdentityProvider(issuer: issuer), verifier, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    return [SignInProvider.Listed(id: "school", name: "School account", issuer: issuer, verifier: signIn)]
  }()

  /// Hashes that cost little.
  static func hasher(_ keys: SecretKeys) -> PasswordHasher {
    PasswordHasher(
      secrets: keys, parameters: ScryptParameters(logarithm: 4, blockSize: 8, parallelism: 1), threads: 2, maximumWaiting: 200)
  }

  func token(of viewer: AccountViewer, expiresAt: Int64 = now + 600) -> String {
    TokenSigner(keys: keys, issuer: Self.issuer, audience: Self.issuer).sign(
      TokenClaims(
        subject: viewer.accountID.description, issuedAt: Self.now - 60, expiresAt: expiresAt,
        privateClaims: SessionToken(viewer: viewer).privateClaims))
  }

  /// Sends a query as an account, or without a token.
  func send(
    _ query: String, variables: JSONValue? = nil, operation: String? = nil, as viewer: AccountViewer?
  ) async -> GraphQLResponse {
    await send(
      query, variables: variables, operation: operation,
      authorization: viewer.map { "Bearer \(token(of: $0))" })
  }

  /// - Parameter network: the address that the request comes from.
  func send(
    _ query: String, variables: JSONValue? = nil, operation: String? = nil, authorization: String?,
    from network: String? = nil
  ) async -> GraphQLResponse {
    await send(
      GraphQLRequest(query: query, operationName: operation, variables: variables), authorization: authorization,
      from: network)
  }

  /// Sends the parameters of a request, by POST or GET, as an account, or without a token.
  func send(json parameters: String, isSafe: Bool = false, as viewer: AccountViewer?) async throws -> GraphQLResponse {
    try await send(json: parameters, isSafe: isSafe, authorization: viewer.map { "Bearer \(token(of: $0))" })
  }

  func send(json parameters: String, isSafe: Bool = false, authorization: String?) async throws -> GraphQLResponse {
    var request = try GraphQLRequest(json: Array(parameters.utf8))
    request.isSafe = isSafe
    return await send(request, authorization: authorization)
  }

  private func send(
    _ request: GraphQLRequest, authorization: String?, from network: String? = nil
  ) async -> GraphQLResponse {
    await gateway.respond(
      to: request, authorization: authorization,
      log: RequestLog(logger, requestID: "test")
    ) { network.flatMap { ClientNetwork($0) } }
  }

  /// The `data` and `errors` of an answer.
  func answer(_ query: String, variables: JSONValue? = nil, as viewer: AccountViewer?) async throws -> JSONValue {
    try await send(query, variables: variables, as: viewer).json
  }
}

extension GraphQLResponse {
  var json: JSONValue { get throws { try JSONValue(parsing: body) } }
  var text: String { String(decoding: body, as: UTF8.self) }
}

extension AccountViewer {
  init(_ account: SampleAccount) {
    self.init(
      accountID: account.account, sessionID: account.session,
      membership: Role(rawValue: account.role.rawValue).map {
        Membership(familyID: account.family, memberID: account.member, role: $0)
      })
  }
}

extension AccountViewer {
  /// Someone who works at the demonstration school.
  init(_ person: DemonstrationStaff) {
    self.init(accountID: person.accountID, sessionID: person.sessionID, membership: nil)
  }
}

extension SchoolDatabase {
  /// The first parent of the demonstration family.
  var parent: AccountViewer { AccountViewer(demonstration.accounts[0]) }

  /// A student of the demonstration family who can sign in.
  var student: AccountViewer {
    get throws {
      AccountViewer(try #require(demonstration.accounts.first { $0.role.rawValue == Role.student.rawValue }))
    }
  }
}
