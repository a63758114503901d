import GraphQL
import Gateway
import Logging
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// An answer does not reveal whether there is an account.
@Suite(.serialized) struct EnumerationTests {
  private static let database = Task { try await SchoolDatabase("enumeration", families: 1) }

  private func run(_ body: (TestGateway, SchoolDatabase) async throws -> Void) async throws {
    let database = try await Self.database.value
    try await database.run("DELETE FROM attempts")
    let gateway = try TestGateway(database.app)
    try await body(gateway, database)
    await gateway.pool.shutdown()
  }

  /// All that a client can tell of an answer, and what the database had to do for it.
  private struct Trace: Hashable {
    let answer: JSONValue
    let statements: [String]
    let trips: Int
    let rows: Int
  }

  private func trace(_ gateway: TestGateway, _ field: String) async throws -> Trace {
    let log = RequestLog(Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), requestID: "test")
    let response = await gateway.gateway.respond(
      to: GraphQLRequest(query: "mutation { \(field) }"), authorization: nil, log: log,
      network: { ClientNetwork("203.0.113.9") })
    let record = log.recorder.record
    return Trace(
      answer: Self.masked(try response.json), statements: record.plan(maximumBytes: 1 << 20), trips: record.roundTrips,
      rows: record.rows)
  }

  /// The answer without the values that are random each time.
  private static func masked(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members):
      .object(
        members.map { member in
          if case .string(let text) = member.value, ["token", "refreshToken", "deviceToken", "id"].contains(member.key) {
            return .init(member.key, .string("\(text.utf8.count) bytes"))
          }
          return .init(member.key, masked(member.value))
        })
    case .array(let items): .array(items.map(masked))
    default: value
    }
  }

  @Test func `Registering, signing in and resetting are answered alike with an account and without`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database, email: "known@example.org")
      try await ada.join(name: "Ada")
      let claim = Client(gateway, database, email: "claim@example.org")
      try await claim.register(name: "Ada")
      let link = AddressCode(.resetPassword, id: .random()).linkTokens(try TestGateway.keys.get())[0]
      let requests: [(String) -> String] = [
        { address in
          """
          register(input: {email: "\(address)", password: "correct horse battery staple", name: "Bob", role: PARENT}) {
            session { token refreshToken expiresAt refreshTokenExpiresAt } deviceToken
            viewer { id name role chosenRole family { id } joinRequests { id } signInWays { kind isConfirmed lastUsedAt } }
          }
          """
        },
        { #"signIn(input: {email: "\#($0)", password: "not the right password"}) { deviceToken session { token } viewer { id } }"# },
        {
          #"signIn(input: {email: "\#($0)", password: "not the right password", deviceToken: "nobody's"}) { deviceToken }"#
        },
        { #"requestPasswordReset(input: {email: "\#($0)"}) { expiresInSeconds }"# },
        { #"resetPassword(input: {email: "\#($0)", code: "12345678", newPassword: "a password that is new"}) { endedSessions }"# },
        { _ in #"resetPassword(input: {token: "\#(link)", newPassword: "a password that is new"}) { endedSessions }"# },
      ]
      for request in requests {
        let known = try await trace(gateway, request("known@example.org"))
        let unknown = try await trace(gateway, request("nobody@example.org"))
        let claimed = try await trace(gateway, request("claim@example.org"))
        #expect(known == unknown)
        #expect(claimed == unknown)
        #expect(known.trips > 0 && !known.statements.isEmpty)
      }
    }
  }

  @Test func `Who registers with an address learns nothing by signing in with it`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database, email: "oracle@example.org")
      try await ada.join(name: "Ada")
      var answers: [[JSONValue]] = []
      for address in ["oracle@example.org", "no-oracle@example.org"] {
        let thief = Client(gateway, database, email: address)
        thief.password = "the password of a thief"
        try await thief.register(name: "Mallory")
        let account = try await thief.account
        let steps = [
          try await thief.signIn(device: false), try await thief.signIn(), try await thief.signIn(password: "not even the thief's"),
          try await thief.ask("mutation { resendConfirmation { viewer { signInWays { isConfirmed } } } }"),
          try await thief.ask(#"mutation { confirmAddress(input: {code: "12345678"}) { viewer { id } } }"#),
          try await thief.ask("{ viewer { signInWays { kind isConfirmed } } }"),
        ]
        #expect(try await thief.account == account)
        answers.append(steps.map(Self.masked))
      }
      #expect(answers[0] == answers[1])
    }
  }
}
