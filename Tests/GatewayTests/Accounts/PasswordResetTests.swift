import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// Passwords that are forgotten (ME-01).
@Suite(.serialized) struct PasswordResetTests {
  private static let database = Task { try await SchoolDatabase("password_reset", families: 1) }
  private static let new = "a password that is new"

  private func run(_ body: (TestGateway, SchoolDatabase) async throws -> Void) async throws {
    let database = try await Self.database.value
    try await database.run("DELETE FROM attempts")
    let gateway = try TestGateway(database.app)
    try await body(gateway, database)
    await gateway.pool.shutdown()
  }

  private func request(_ client: Client) async throws -> JSONValue {
    try await client.anonymously("requestPasswordReset(input: {\(client.address)}) { expiresInSeconds }")
  }

  private func reset(_ client: Client, _ proof: String, to password: String = new) async throws -> JSONValue {
    try await client.anonymously(#"resetPassword(input: {\#(proof) newPassword: "\#(password)"}) { endedSessions }"#)
  }

  private func link(_ client: Client) async throws -> String {
    let code = try #require(try await client.code(.resetPassword, kind: "reset-password"))
    return #"token: "\#(code.linkTokens(try TestGateway.keys.get())[0])""#
  }

  @Test func `A link sets another password once, and ends all sessions`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      let tablet = Client(gateway, database, email: ada.email)
      try await tablet.signIn()
      #expect(try await request(ada).at("data", "requestPasswordReset", "expiresInSeconds") == .number("3600"))
      let link = try await link(ada)
      #expect(try await reset(ada, link).at("data", "resetPassword", "endedSessions") == .number("2"))
      for client in [ada, tablet] { #expect(await client.response("{ viewer { id } }").outcome == .unauthenticated) }
      let refreshed = try await ada.anonymously(
        #"refreshSession(input: {refreshToken: "\#(ada.refreshToken ?? "")"}) { session { token } }"#)
      #expect(refreshed.code == "UNAUTHENTICATED")
      #expect(try await ada.signIn().code == "UNAUTHENTICATED")
      #expect(try await ada.signIn(password: Self.new).at("errors") == nil)
      #expect(try await reset(ada, link, to: "yet another password").code == "UNAUTHENTICATED")
      #expect(try await ada.kinds() == ["confirm-address", "reset-password", "password-changed"])
    }
  }

  @Test func `A code works with its address alone, and ten wrong ones end it`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      _ = try await request(ada)
      let code = try #require(try await ada.code(.resetPassword, kind: "reset-password"))
      let digits = code.shortCodes(try TestGateway.keys.get())[0]
      let other = Client(gateway, database)
      try await other.join()
      _ = try await request(other)
      let refused = try await reset(ada, #"\#(other.address) code: "\#(digits)""#)
      #expect(refused.code == "UNAUTHENTICATED")
      // An unknown address gets the same answer.
      #expect(try await reset(ada, #"email: "nobody@example.org" code: "\#(digits)""#) == refused)
      #expect(try await reset(ada, #"\#(ada.address) code: "\#(digits.prefix(4)) \#(digits.suffix(4))""#).at("errors") == nil)
      #expect(try await ada.signIn(password: Self.new).at("errors") == nil)

      _ = try await request(ada)
      let next = try #require(try await ada.code(.resetPassword, kind: "reset-password")).shortCodes(try TestGateway.keys.get())[0]
      let wrong = next == "00000000" ? "00000001" : "00000000"
      for _ in 1...10 { #expect(try await reset(ada, #"\#(ada.address) code: "\#(wrong)""#).code == "UNAUTHENTICATED") }
      try await database.run("DELETE FROM attempts WHERE kind <> 'wrongCodes'")
      #expect(try await reset(ada, #"\#(ada.address) code: "\#(next)""#).code == "UNAUTHENTICATED")
      #expect(try await reset(ada, try await link(ada), to: "yet another password").at("errors") == nil)
    }
  }

  @Test func `A link is good for an hour`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      _ = try await request(ada)
      let link = try await link(ada)
      let left = try await database.run(
        "SELECT max(extract(epoch FROM expires_at - now()))::int4 FROM address_codes WHERE purpose = 'RESET'")
      #expect(try (3500...3600).contains(#require(left.int4(row: 0, column: 0))))
      try await database.run("UPDATE address_codes SET expires_at = now() - interval '1 second'")
      #expect(try await reset(ada, link).code == "UNAUTHENTICATED")
      #expect(try await ada.signIn().at("errors") == nil)
    }
  }

  @Test func `An address that nobody has confirmed has nothing to reset`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.register()
      let answer = try await request(ada)
      #expect(answer.at("errors") == nil)
      #expect(try await ada.kinds() == ["confirm-address", "no-account"])
      let stranger = Client(gateway, database)
      #expect(try await request(stranger) == answer)
      #expect(try await stranger.kinds() == ["no-account"])
      // The code of a message that confirms is none that resets.
      let code = try #require(try await ada.code(.confirmEmail, kind: "confirm-address"))
      let other = AddressCode(.resetPassword, id: code.id)
      for token in code.linkTokens(try TestGateway.keys.get()) + other.linkTokens(try TestGateway.keys.get()) {
        #expect(try await reset(ada, #"token: "\#(token)""#).code == "UNAUTHENTICATED")
      }
    }
  }

  @Test func `A link that is used twice at the same time is used once`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      _ = try await request(ada)
      let link = try await link(ada)
      let codes = try await withThrowingTaskGroup(of: String?.self) { group in
        for number in 0..<4 {
          group.addTask {
            let change = #"mutation { resetPassword(input: {\#(link) newPassword: "password of number \#(number)"}) { endedSessions } }"#
            return try await gateway.send(change, authorization: nil).json.code
          }
        }
        var codes: [String?] = []
        for try await code in group { codes.append(code) }
        return codes
      }
      #expect(codes.count { $0 == nil } == 1)
      #expect(codes.count { $0 == "UNAUTHENTICATED" } == 3, "\(codes)")
    }
  }

  @Test func `After a reset no sign-in with the old password is left, however close they come`() async throws {
    try await run { gateway, database in
      for round in 0..<12 {
        let ada = Client(gateway, database)
        try await ada.join()
        _ = try await request(ada)
        let link = try await link(ada)
        let address = ada.address
        let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
          for _ in 0..<3 {
            group.addTask {
              let signIn = #"mutation { signIn(input: {\#(address) password: "\#(Client.password)"}) { session { token } } }"#
              return try await gateway.send(signIn, authorization: nil).json.at("data", "signIn", "session", "token")?.string
            }
          }
          group.addTask {
            try await Task.sleep(for: .microseconds(300 * round))
            let change = #"mutation { resetPassword(input: {\#(link) newPassword: "\#(Self.new)"}) { endedSessions } }"#
            let answer = try await gateway.send(change, authorization: nil).json
            #expect(answer.at("errors") == nil, "\(answer)")
            return nil
          }
          var tokens: [String] = []
          for try await token in group { if let token { tokens.append(token) } }
          return tokens
        }
        for token in tokens {
          #expect(await gateway.send("{ viewer { id } }", authorization: "Bearer \(token)").outcome == .unauthenticated)
        }
      }
    }
  }

  @Test func `Requests for a link are limited by address and network`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      for _ in 1...5 { #expect(try await request(ada).at("errors") == nil) }
      let refused = try await request(ada)
      #expect(refused.code == "LIMIT_EXCEEDED")
      #expect(refused.at("errors", 0, "extensions", "limit")?.string == "passwordResets")
      try await database.run("UPDATE attempts SET count = 200 WHERE kind = 'networkPasswordResets'")
      #expect(
        try await request(Client(gateway, database)).at("errors", 0, "extensions", "limit")?.string == "networkPasswordResets")
    }
  }
}
