import GraphQL
import Gateway
import Passwords
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// Sign-in with an address and a password (BG-01, ME-01).
@Suite(.serialized) struct PasswordSignInTests {
  private static let database = Task { try await SchoolDatabase("password_sign_in", families: 1) }

  private func run(_ body: (TestGateway, SchoolDatabase) async throws -> Void) async throws {
    let database = try await Self.database.value
    try await database.run("DELETE FROM attempts")
    let gateway = try TestGateway(database.app)
    try await body(gateway, database)
    await gateway.pool.shutdown()
  }

  @Test func `An address signs in however its letters are written, wherever from`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      let account = try #require(try await ada.account)
      let elsewhere = Client(gateway, database, email: ada.email.uppercased())
      let answer = try await elsewhere.signIn(selecting: "viewer { id signInWays { lastUsedAt } }")
      #expect(answer.at("data", "signIn", "viewer", "id")?.string == account)
      #expect(answer.at("data", "signIn", "viewer", "signInWays", 0, "lastUsedAt") != .null)
      #expect(elsewhere.deviceToken != nil && elsewhere.deviceToken != ada.deviceToken)
      // A device that is known keeps its token.
      let token = elsewhere.deviceToken
      #expect(try await elsewhere.signIn().at("errors") == nil)
      #expect(elsewhere.deviceToken == token)
      #expect(try await elsewhere.ask("{ viewer { id } }").at("data", "viewer", "id")?.string == account)
    }
  }

  @Test func `What is wrong with a sign-in is not told`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      let wrong = try await ada.signIn(password: "not the password of Ada", device: false)
      let unknown = try await Client(gateway, database).signIn(password: "not the password of Ada")
      #expect(wrong.code == "UNAUTHENTICATED" && wrong == unknown)
      try await database.run("UPDATE accounts SET disabled_at = now() WHERE email = \(bind: .text(ada.email))")
      #expect(try await ada.signIn(device: false) == wrong)
    }
  }

  @Test func `Attempts are limited by address and network, and others do not lock the owner out`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      let thief = Client(gateway, database, email: ada.email)
      thief.network = "198.51.100.1"
      for _ in 1...10 { #expect(try await thief.signIn(password: "a wrong one, guessed").code == "UNAUTHENTICATED") }
      let refused = try await thief.signIn(password: Client.password)
      #expect(refused.code == "LIMIT_EXCEEDED")
      #expect(refused.at("errors", 0, "extensions", "limit")?.string == "passwordAttempts")
      #expect(try (800...900).contains(#require(refused.at("errors", 0, "extensions", "retryAfter")?.number)))
      // From another network, and on a known device from the same one.
      #expect(try await ada.signIn(device: false).at("errors") == nil)
      ada.network = thief.network
      #expect(try await ada.signIn().at("errors") == nil)
      // Many networks wait for the address, and the known device does not.
      try await database.run("UPDATE attempts SET count = 100 WHERE kind = 'addressSignInAttempts'")
      thief.network = "198.51.100.2"
      #expect(
        try await thief.signIn(password: "a wrong one, guessed").at("errors", 0, "extensions", "limit")?.string
          == "addressSignInAttempts")
      #expect(try await ada.signIn().at("errors") == nil)
      // A known device has ten of its own.
      for _ in 1...10 { #expect(try await ada.signIn(password: "a wrong one, guessed").code == "UNAUTHENTICATED") }
      #expect(try await ada.signIn().code == "LIMIT_EXCEEDED")
      // One who guesses at many addresses waits, too.
      try await database.run("DELETE FROM attempts WHERE kind <> 'networkSignInAttempts'")
      try await database.run("UPDATE attempts SET count = 300")
      #expect(
        try await Client(gateway, database).signIn(password: "a wrong one, guessed").at("errors", 0, "extensions", "limit")?.string
          == "networkSignInAttempts")
    }
  }

  @Test func `A sign-in that succeeds gives its attempt back`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      try await database.run("DELETE FROM attempts")
      for _ in 1...12 { #expect(try await ada.signIn(device: false).at("errors") == nil) }
      for _ in 1...12 { #expect(try await ada.signIn().at("errors") == nil) }
      let counts = try await database.run("SELECT coalesce(sum(count), 0)::int4 FROM attempts")
      #expect(counts.int4(row: 0, column: 0) == 0)
    }
  }

  @Test func `A hash of other parameters is made anew when its owner signs in`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      let raised = try TestGateway(
        database.app,
        passwords: PasswordHasher(
          secrets: try TestGateway.keys.get(), parameters: ScryptParameters(logarithm: 5, blockSize: 8, parallelism: 1), threads: 1))
      let there = Client(raised, database, email: ada.email)
      #expect(try await there.signIn().at("errors") == nil)
      await raised.pool.shutdown()
      let hash = try await database.run(
        "SELECT hash FROM passwords JOIN accounts ON accounts.id = account_id WHERE email = \(bind: .text(ada.email))")
      #expect(hash.texts[0].hasPrefix("$scrypt$ln=5,"))
      // The new hash does not count as another password.
      #expect(try await ada.kinds() == ["confirm-address"])
    }
  }

  @Test func `When too many wait for their hash the request is refused with a time`() async throws {
    try await run { _, database in
      let slow = try TestGateway(
        database.app,
        passwords: PasswordHasher(
          secrets: try TestGateway.keys.get(), parameters: ScryptParameters(logarithm: 13, blockSize: 8, parallelism: 1), threads: 1,
          maximumWaiting: 2))
      let responses = await withTaskGroup(of: GraphQLResponse.self) { group in
        for number in 0..<20 {
          group.addTask {
            await slow.send(
              #"mutation { signIn(input: {email: "busy\#(number)@example.org", password: "a wrong one, guessed"}) { viewer { id } } }"#,
              authorization: nil, from: "192.0.2.\(number)")
          }
        }
        var responses: [GraphQLResponse] = []
        for await response in group { responses.append(response) }
        return responses
      }
      let busy = responses.filter { if case .busy(let seconds) = $0.outcome { seconds >= 1 } else { false } }
      #expect(!busy.isEmpty && busy.count < 20)
      #expect(try busy[0].json.code == "UNAVAILABLE")
      #expect(try busy[0].json.at("errors", 0, "extensions", "retryAfter") != nil)
      // A password that nobody looked at is no failed attempt.
      let counted = try await database.run("SELECT sum(count)::int4 FROM attempts WHERE kind = 'passwordAttempts'")
      #expect(counted.int4(row: 0, column: 0) == Int32(20 - busy.count))
      await slow.pool.shutdown()
    }
  }

  @Test func `Changes of how an account signs in ask for a sign-in of the last ten minutes`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      try await ada.age()
      let way = try #require(
        try await ada.ask("{ viewer { signInWays { id } } }").at("data", "viewer", "signInWays", 0, "id")?.string)
      let changes = [
        #"changePassword(input: {newPassword: "another good password"}) { viewer { id } }"#,
        #"changeAddress(input: {email: "other@example.org"}) { viewer { id } }"#,
        #"addPassword(input: {email: "other@example.org", password: "another good password"}) { viewer { id } }"#,
        #"linkApple(input: {identityToken: "t", nonce: "n"}) { viewer { id } }"#,
        #"unlinkSignIn(input: {id: "\#(way)"}) { viewer { id } }"#,
        #"deleteAccount(input: {confirmation: "Ada Rivera"}) { accountId }"#,
        #"linkProvider(input: {provider: "school", identityToken: "t", nonce: "n"}) { viewer { id } }"#,
      ]
      for change in changes { #expect(try await ada.ask("mutation { \(change) }").code == "RECENT_SIGN_IN_REQUIRED", "\(change)") }
      let confirm = { (password: String) in
        try await ada.ask(#"mutation { confirmPassword(input: {password: "\#(password)"}) { viewer { id } } }"#)
      }
      #expect(try await confirm("not the password of Ada").code == "FORBIDDEN")
      #expect(try await ada.ask("mutation { \(changes[0]) }").code == "RECENT_SIGN_IN_REQUIRED")
      #expect(try await confirm(Client.password).at("errors") == nil)
      #expect(try await ada.ask("mutation { \(changes[0]) }").at("errors") == nil)
      // Continuing a session is no sign-in.
      try await ada.age()
      let refreshed = try await ada.anonymously(
        #"refreshSession(input: {refreshToken: "\#(ada.refreshToken ?? "")"}) { session { token } }"#)
      ada.token = refreshed.at("data", "refreshSession", "session", "token")?.string
      #expect(try await ada.ask("mutation { \(changes[1]) }").code == "RECENT_SIGN_IN_REQUIRED")
      ada.password = "another good password"
      #expect(try await ada.signIn().at("errors") == nil)
      #expect(try await ada.ask("mutation { \(changes[5]) }").at("errors") == nil)
      #expect(try await ada.signIn().code == "UNAUTHENTICATED")
    }
  }

  @Test func `A changed password ends all other sessions, and the old one`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      let tablet = Client(gateway, database, email: ada.email)
      try await tablet.signIn()
      let change = #"mutation { changePassword(input: {newPassword: "another good password"}) { viewer { id } } }"#
      #expect(try await ada.ask(change).at("errors") == nil)
      #expect(await tablet.response("{ viewer { id } }").outcome == .unauthenticated)
      #expect(try await ada.ask("{ viewer { id } }").at("errors") == nil)
      #expect(try await tablet.signIn().code == "UNAUTHENTICATED")
      #expect(try await tablet.signIn(password: "another good password").at("errors") == nil)
      #expect(try await ada.kinds() == ["confirm-address", "password-changed"])
      // Fifteen characters, as it is the only way in; and none that follows from the name.
      for password in ["fourteen chars", "AdaRiveraAdaRivera1"] {
        let answer = try await ada.ask(#"mutation { changePassword(input: {newPassword: "\#(password)"}) { viewer { id } } }"#)
        #expect(answer.code == "BAD_USER_INPUT" && answer.inputPath == "input.newPassword")
      }
    }
  }
}
