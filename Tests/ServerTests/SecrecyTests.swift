import Foundation
import GraphQL
import Postgres
import SQL
import SessionTokens
import TestSupport
import Testing

@testable import Server

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `hatched serve` at its most talkative, given secrets in every wrong place: none is in an answer that is not meant to
/// give it, in what the process writes, in what other users see of it, or in what PostgreSQL knows and logs.
@Suite struct SecrecyTests {
  private static let password = "open-sesame-7f3a1c"
  private static let unknownKey = "another secret that signs nothing and is long"

  @Test func `No secret is told, wherever it is put and whatever goes wrong`() async throws {
    let database = try await SchoolDatabase("secrecy", families: 1)
    let postgres = try await PostgresLog(of: database)
    let apple = try TestApple()
    let keys = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUIDValue.random()).json")
    try apple.keySet.write(to: keys, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: keys) }
    // A client that is throttled receives no more than that.
    let unthrottled = ["--address-rate", "0", "--viewer-rate", "0"]
    let options =
      ["--apple-audience", TestApple.audience, "--apple-keys", keys.path, "--log-level", "trace"] + unthrottled
    let environment = [
      "DATABASE_URL": "\(database.app) password=\(Self.password)",
      "WORKER_DATABASE_URL": "\(database.superuser.user("hatched_worker")) password=\(Self.password)",
      "HATCHED_TOKEN_SECRETS": "\(RunningServer.secret),\(Self.unknownKey)",
    ]
    try await RunningServer.run(on: database.app, options, environment: environment) { server in
      let secrets = try await Secrets(signingInTo: server, with: apple)
      var tried = Tried(server: server, secrets: secrets.all)
      for secret in secrets.all { try await tried.misplace(secret) }
      #expect(tried.findings == [])
      #expect(tried.count > 400)
      // Much of it would have been repeated.
      #expect(tried.hidden > 150)

      try await tried.use(secrets, whileBroken: database)
      #expect(tried.findings == [])

      let log = try server.process.errors
      #expect(log.contains("trace") || log.contains("info"), "it tells of each request")
      #expect(log.contains("does not exist"), "it tells of failed statements")
      let hidden = secrets.all + [Self.password, RunningServer.secret, Self.unknownKey]
      try await postgres.waitForStatements()
      let places = [
        ("the log", log), ("standard output", try server.process.output),
        ("what others see of the process", try server.process.publicText),
        ("PostgreSQL's view of the connections", try await postgres.activity()),
      ]
      #expect(places[2].1.contains("serve"))
      #expect(places[3].1.contains("hatched"))
      for (place, text) in places { expectNone(of: hidden, in: text, place) }
      // With what statements bind in it. A family's code is kept as parents read it to others, and looked for as it is.
      let statements = try await postgres.text()
      #expect(statements.contains("account_of_identity") && statements.contains("parameters: $1 = "))
      expectNone(of: hidden.filter { !secrets.familyCodes.contains($0) }, in: statements, "PostgreSQL's log")
    }
  }

  private func expectNone(of secrets: [String], in text: String, _ place: String) {
    for secret in secrets {
      guard let range = text.range(of: secret) else { continue }
      let line = text[text.lineRange(for: range)].prefix(500)
      Issue.record("\(place) has a secret: \(line)")
    }
  }
}

/// The secrets of two people who sign in: tokens, and the codes of a family.
private struct Secrets {
  let identityToken: String
  let nonce: String
  var tokens: [String] = []
  var refreshTokens: [String] = []
  var familyCodes: [String] = []
  var invitationCodes: [String] = []

  var all: [String] { [identityToken, nonce] + tokens + refreshTokens + familyCodes + invitationCodes }

  init(signingInTo server: RunningServer, with apple: TestApple) async throws {
    // As apps make it up.
    nonce = Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255) })
    identityToken = try await apple.token(TestApple.Claims(now: Double(TokenConfiguration.now), nonce: nonce))
    let signedIn = try await server.post(
      """
      mutation {
        it: signInWithApple(input: {identityToken: "\(identityToken)", nonce: "\(nonce)", role: PARENT, name: "Ada"}) {
          session { token refreshToken }
        }
      }
      """, token: nil)
    let session = try #require(signedIn.json.at("data", "it", "session"), "\(signedIn.json)")
    let first = try #require(session.at("token")?.string)
    let made = try await server.post(
      #"mutation { it: createFamily(input: {name: "Lovelace"}) { session { token } family { code } } }"#, token: first)
    let token = try #require(made.json.at("data", "it", "session", "token")?.string)
    var code = try #require(made.json.at("data", "it", "family", "code")?.string)
    // One without a digit looks like a name of the schema.
    while !code.contains(where: \.isNumber) {
      let rotated = try await server.post("mutation { it: rotateFamilyCode { family { code } } }", token: token)
      code = try #require(rotated.json.at("data", "it", "family", "code")?.string)
    }
    let invited = try await server.post(
      "mutation { it: createInvitation(input: {role: PARENT}) { code } }", token: token)
    let invitation = try #require(invited.json.at("data", "it", "code")?.string)
    let used = try #require(session.at("refreshToken")?.string)
    let refreshed = try await server.post(
      #"mutation { it: refreshSession(input: {refreshToken: "\#(used)"}) { session { token refreshToken } } }"#,
      token: nil)
    let next = try #require(refreshed.json.at("data", "it", "session"))
    tokens = [first, token, try #require(next.at("token")?.string)]
    refreshTokens = [used, try #require(next.at("refreshToken")?.string)]
    familyCodes = [code, code.filter { $0 != "-" }]
    invitationCodes = [invitation, invitation.filter { $0 != "-" }]
  }
}

/// Requests that have a secret where it does not belong, and what was found in their answers.
private struct Tried {
  let server: RunningServer
  let secrets: [String]
  var findings: [String] = []
  var count = 0
  /// How many answers have a place where a secret was.
  var hidden = 0

  /// Every way to say a secret where something else is expected.
  mutating func misplace(_ secret: String) async throws {
    for document in Self.documents(secret) { try await post(document, nil) }
    for (document, variables) in Self.variables(secret) { try await post(document, variables) }
    for body in Self.bodies(secret) { try await send("POST", "/graphql", body: body) }
    for header in ["Bearer \(secret)x", "Bearer x\(secret)", "Basic \(secret)", "Bearer \"\(secret)\"", secret] {
      try await send("POST", "/graphql", body: #"{"query":"{ viewer { id } }"}"#, headers: ["Authorization": header])
    }
    let body = #"{"query":"{ __typename }"}"#
    try await send("POST", "/graphql", body: body, headers: ["Content-Type": "application/\(secret)"])
    try await send("POST", "/graphql", body: body, headers: ["Accept": "application/\(secret)"])
    try await send("GET", "/\(secret)")
    try await send("GET", "/graphql/\(secret)?token=\(secret)")
    try await send("PUT", "/graphql?\(secret)")
    for query in ["query=\(secret)", "query={viewer(a:\"\(secret)\"){id}}", "variables=\(secret)", "\(secret)=1"] {
      let encoded = try #require(query.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed))
      try await send("GET", "/graphql?\(encoded)")
    }
  }

  private static func documents(_ secret: String) -> [String] {
    [
      secret, "{ \(secret) }", "\"\(secret)\"", "{ viewer { \(secret) } }", "{ viewer(a: \"\(secret)\") { id } }",
      "{ viewer { id } \"\(secret)\" }", "{ viewer { id } } \"\(secret)", "{ viewer { id } } \"\"\"\(secret)\"\"\"",
      "query \"\(secret)\" { viewer { id } }", "{ viewer { id } } # \(secret)\n}", "fragment F on \(secret) { id }",
      "{ ...\(secret) }", "{ viewer @\(secret) { id } }", "query($a: \(secret)) { viewer { id } }",
      "query($a: Int = \"\(secret)\") { family { students(first: $a) { id } } }",
      "{ viewer @include(if: \"\(secret)\") { id } }", "{ family { students(first: \"\(secret)\") { id } } }",
      "{ family { students(first: {a: \"\(secret)\"}) { id } } }", "{ course(id: [\"\(secret)\"]) { id } }",
      "{ course(id: {a: \"\(secret)\"}) { id } }", "{ course(id: \(secret)) { id } }",
      "{ node(id: \"\(secret)\") { id } }",
      "{ family { students(where: {name: \"\(secret)\"}) { id } } }",
      "{ family { students(where: {name: {\(secret): 1}}) { id } } }",
      "{ family { students(orderBy: {field: \"\(secret)\"}) { id } } }",
      "{ family { assignmentsConnection(after: \"\(secret)\") { totalCount } } }",
      "mutation { refreshSession(input: {refreshToken \"\(secret)\"}) { __typename } }",
      "mutation { refreshSession(input: {refreshToken: \(secret)}) { __typename } }",
      "mutation { refreshSession(input: \"\(secret)\") { __typename } }",
      "mutation { refreshSession(input: {\(secret): \"\(secret)\"}) { __typename } }",
      "mutation { refreshSession(token: \"\(secret)\") { __typename } }",
      "mutation { signOut(token: \"\(secret)\") { __typename } }",
      """
      mutation {
        signInWithApple(input: {identityToken: "\(secret)", nonce: "\(secret)", role: "\(secret)"}) { __typename }
      }
      """,
      """
      mutation { createAssignment(input: {studentId: "\(secret)", title: "T", dueDate: "\(secret)"}) { __typename } }
      """,
      "mutation { updateFamily(input: {timeZone: \"\(secret)\"}) { __typename } }",
    ]
  }

  private static func variables(_ secret: String) -> [(String, JSONValue)] {
    let page = "query($n: Int!) { family { students(first: $n) { id } } }"
    let signIn = "mutation($n: SignInWithAppleInput!) { signInWithApple(input: $n) { __typename } }"
    let text = JSONValue.string(secret)
    func object(_ members: (String, JSONValue)...) -> JSONValue {
      .object(members.map { JSONValue.Member($0.0, $0.1) })
    }
    let good = [("identityToken", text), ("nonce", text)]
    let inputs = [
      text, .array([text]), object((secret, text)), object(good[0], good[1], ("role", .string("NOPE"))),
      object(good[0], good[1], ("role", text)), object(good[0], good[1], (secret, .null)), object(good[0]),
      object(("identityToken", .array([text])), good[1]), object(("identityToken", object((secret, text))), good[1]),
    ]
    return [text, .array([text]), object((secret, text))].map { (page, object(("n", $0))) }
      + inputs.map { (signIn, object(("n", $0))) }
  }

  private static func bodies(_ secret: String) -> [String] {
    let query = #""query":"{ viewer { id } }""#
    return [
      secret, "\"\(secret)\"", "[\"\(secret)\"]", "{\"query\":\"\(secret)", "{\"query\":\(secret)}",
      "{\"\(secret)\":1}", "{\"query\":[\"\(secret)\"]}", "{\(query),\"operationName\":\"\(secret)\"}",
      "{\(query),\"operationName\":[\"\(secret)\"]}",
      "{\(query),\"variables\":\"\(secret)\"}", "{\(query),\"variables\":{\"\(secret)\":1}}", "{\(query),\(secret)}",
      "{\(query),\"extensions\":\"\(secret)\"}", "{\"documentId\":\"\(secret)\"}",
      "{\"extensions\":{\"persistedQuery\":{\"version\":1,\"sha256Hash\":\"\(secret)\"}}}",
      "{\(query),\"extensions\":{\"persistedQuery\":{\"version\":\"\(secret)\",\"sha256Hash\":\"\(secret)\"}}}",
    ]
  }

  /// Says secrets where they belong, while the database has lost its functions, and then is gone.
  mutating func use(_ secrets: Secrets, whileBroken database: SchoolDatabase) async throws {
    let functions = ["account_of_identity", "refresh_token_state", "family_of_code", "invitation_of_code"]
    for name in functions {
      try await database.run("ALTER FUNCTION \(identifier: name) RENAME TO \(identifier: name + "_")")
    }
    try await use(secrets)
    for name in functions {
      try await database.run("ALTER FUNCTION \(identifier: name + "_") RENAME TO \(identifier: name)")
    }
    try await use(secrets)
    try await database.administer("ALTER DATABASE \(database.name) ALLOW_CONNECTIONS false")
    try await database.administer(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '\(database.name)'")
    try await use(secrets)
    try await send("GET", "/ready")
    try await database.administer("ALTER DATABASE \(database.name) ALLOW_CONNECTIONS true")
  }

  private mutating func use(_ secrets: Secrets) async throws {
    // Reusing a refresh token ends the session: it comes last.
    for token in secrets.tokens { try await post("{ viewer { id } }", nil, token: token) }
    for code in secrets.familyCodes {
      let ask = "mutation { requestToJoinFamily(input: {code: \"\(code)\"}) { status } }"
      try await post(ask, nil, token: secrets.tokens[1])
    }
    for code in secrets.invitationCodes {
      let accept = "mutation { acceptInvitation(input: {code: \"\(code)\"}) { viewer { id } } }"
      try await post(accept, nil, token: secrets.tokens[1])
    }
    let token = secrets.identityToken
    for (token, nonce) in [(token, secrets.nonce), (token + "x", secrets.nonce), (token, secrets.tokens[0])] {
      let signIn = "signInWithApple(input: {identityToken: \"\(token)\", nonce: \"\(nonce)\"})"
      try await post("mutation { \(signIn) { viewer { id } } }", nil)
    }
    for token in [secrets.tokens[0], secrets.refreshTokens[0]] {
      try await post("mutation { refreshSession(input: {refreshToken: \"\(token)\"}) { viewer { id } } }", nil)
    }
  }

  private mutating func post(_ document: String, _ variables: JSONValue?, token: String? = nil) async throws {
    var writer = JSONWriter()
    let members = [JSONValue.Member("query", .string(document))] + (variables.map { [.init("variables", $0)] } ?? [])
    writer.writeValue(.object(members))
    let headers = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    try await send("POST", "/graphql", body: String(decoding: writer.bytes, as: UTF8.self), headers: headers)
  }

  private mutating func send(
    _ method: String, _ path: String, body: String? = nil, headers: [String: String] = [:]
  ) async throws {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)")))
    request.httpMethod = method
    request.timeoutInterval = 20
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    request.httpBody = body.map { Data($0.utf8) }
    let (data, response) = try await URLSession.shared.data(for: request)
    let answer = try #require(response as? HTTPURLResponse)
    let text = "\(answer.statusCode) \(answer.allHeaderFields) \(String(decoding: data, as: UTF8.self))"
    count += 1
    if text.contains("***") { hidden += 1 }
    guard let secret = secrets.first(where: { text.contains($0) }) else { return }
    findings.append("\(method) \(path) \(body ?? "") tells \(secret) in \(text)")
  }
}

/// PostgreSQL's log of a database: every statement, with its binds.
private struct PostgresLog {
  let database: SchoolDatabase
  /// Where its log ended before.
  private let start: Int32

  init(of database: SchoolDatabase) async throws {
    self.database = database
    for setting in ["log_min_duration_statement = 0", "log_parameter_max_length_on_error = -1"] {
      try await database.administer("ALTER DATABASE \(database.name) SET \(setting)")
    }
    // Beside the data: see scripts/lib/cluster.sh.
    let size = try await Self.read("SELECT (pg_stat_file(\(Self.path))).size::int4", as: database)
    start = try #require(size.int4(row: 0, column: 0))
  }

  private static let path: SQL = "regexp_replace(current_setting('data_directory'), '/data$', '/log')"

  func text() async throws -> String {
    let rows = try await Self.read(
      "SELECT convert_from(pg_read_binary_file(\(Self.path), \(bind: .int4(start)), 100000000), 'UTF8')",
      as: database)
    return try #require(rows.text(row: 0, column: 0))
  }

  /// Until what was written last can be read.
  func waitForStatements() async throws {
    for _ in 1...100 where try await !text().contains("account_of_identity") {
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// The name of every connection, and its last activity.
  func activity() async throws -> String {
    let rows = try await Self.read(
      """
      SELECT string_agg(concat_ws(' ', datname, usename, application_name, query), E'\\n') FROM pg_stat_activity
      """, as: database)
    return try #require(rows.text(row: 0, column: 0))
  }

  private static func read(_ query: SQL, as database: SchoolDatabase) async throws -> Rows {
    let connection = try await Connection.connect(
      ConnectionConfiguration(address: database.superuser.database("postgres")), reactor: Reactor())
    return try await connection.snapshot([query.statement])[0]
  }
}
