import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// How strangers become accounts with a password (BG-01, ME-01).
@Suite struct RegistrationTests {
  private static let database = Task { try await SchoolDatabase("registration", families: 1) }

  private func run(_ body: (TestGateway, SchoolDatabase) async throws -> Void) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    try await body(gateway, database)
    await gateway.pool.shutdown()
  }

  @Test func `Registering gives a session at once, and a message to the address`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      let answer = try await ada.register(
        selecting: "viewer { name email chosenRole family { id } signInWays { kind address isConfirmed lastUsedAt } }")
      let viewer = try #require(answer.at("data", "register", "viewer"))
      #expect(viewer.at("name")?.string == "Ada Rivera")
      #expect(viewer.at("email")?.string == ada.email)
      #expect(viewer.at("chosenRole")?.string == "PARENT")
      #expect(viewer.at("family") == .null)
      #expect(viewer.at("signInWays", 0, "kind")?.string == "EMAIL")
      #expect(viewer.at("signInWays", 0, "address")?.string == ada.email)
      #expect(viewer.at("signInWays", 0, "isConfirmed") == .bool(false))
      #expect(viewer.at("signInWays", 1) == nil)
      #expect(try await ada.kinds() == ["confirm-address"])
      #expect(try await ada.ask(#"mutation { createFamily(input: {name: "R"}) { family { name } } }"#).at("errors") == nil)
      // The next sign-in finds the account on the device that knows it.
      #expect(try await ada.signIn().at("data", "signIn", "viewer", "id")?.string == ada.account)
    }
  }

  @Test func `An account that has confirmed no address reaches no other family`() async throws {
    try await run { gateway, database in
      let parent = Client(gateway, database)
      try await parent.join()
      let family = try await parent.ask(#"mutation { createFamily(input: {name: "R"}) { family { code } session { token } } }"#)
      let code = try #require(family.at("data", "createFamily", "family", "code")?.string)
      let invitation = try await parent.ask("mutation { createInvitation(input: {role: STUDENT}) { code } }")
      let invited = try #require(invitation.at("data", "createInvitation", "code")?.string)
      let student = Client(gateway, database)
      try await student.register(role: "STUDENT")
      let join = #"mutation { requestToJoinFamily(input: {code: "\#(code)"}) { status } }"#
      let accept = #"mutation { acceptInvitation(input: {code: "\#(invited)"}) { family { name } session { token } } }"#
      for change in [join, accept] { #expect(try await student.ask(change).code == "ADDRESS_NOT_CONFIRMED") }
      // Nor is it told which codes there are.
      #expect(
        try await student.ask(#"mutation { requestToJoinFamily(input: {code: "AAAAAAAAAA"}) { status } }"#).code
          == "ADDRESS_NOT_CONFIRMED")
      try await student.confirm()
      #expect(try await student.ask(join).at("data", "requestToJoinFamily", "status")?.string == "PENDING")
      #expect(try await student.ask(accept).at("data", "acceptInvitation", "family", "name")?.string == "R")
    }
  }

  @Test func `Registering with somebody's address gives nothing of theirs, and tells the owner`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.join()
      let account = try await ada.account
      let thief = Client(gateway, database, email: ada.email.uppercased())
      thief.password = "another password of the thief"
      let answer = try await thief.register(name: "Mallory", selecting: "viewer { id name family { id } signInWays { isConfirmed } }")
      #expect(answer.at("errors") == nil)
      #expect(answer.at("data", "register", "viewer", "id")?.string != account)
      #expect(answer.at("data", "register", "viewer", "signInWays", 0, "isConfirmed") == .bool(false))
      #expect(try await ada.kinds() == ["confirm-address", "address-known"])
      // The code that was sent to the owner is not the thief's, nor is a guess good for the address.
      let code = try #require(try await ada.code(.confirmEmail, kind: "confirm-address"))
      let confirm = #"mutation { confirmAddress(input: {token: "\#(code.linkTokens(try TestGateway.keys.get())[0])"}) { viewer { id } } }"#
      #expect(try await thief.ask(confirm).code == "BAD_USER_INPUT")
      // Not even with the code that would have been the thief's: the address is taken.
      let unsent = try await database.run(
        "SELECT id FROM address_codes WHERE owner_id <> \(bind: .uuid(try #require(UUIDValue(account ?? "")))) ORDER BY created_at DESC LIMIT 1")
      let other = AddressCode(.confirmEmail, id: try #require(unsent.uuid(row: 0, column: 0)))
      let guess = #"mutation { confirmAddress(input: {code: "\#(other.shortCodes(try TestGateway.keys.get())[0])"}) { viewer { id } } }"#
      #expect(try await thief.ask(guess).code == "BAD_USER_INPUT")
      // The owner signs in as before, and the thief to its own account alone, where its device knows it.
      #expect(try await ada.signIn(device: false).at("data", "signIn", "viewer", "id")?.string == account)
      #expect(try await thief.signIn(device: false).code == "UNAUTHENTICATED")
      #expect(try await thief.signIn().at("data", "signIn", "viewer", "name") == nil)
      #expect(try await thief.account != account)
      // A reset is the owner's.
      try await ada.anonymously(#"requestPasswordReset(input: {\#(thief.address)}) { expiresInSeconds }"#)
      #expect(try await ada.kinds().last == "reset-password")
    }
  }

  @Test func `Of two accounts with one address the first that confirms has it`() async throws {
    try await run { gateway, database in
      let first = Client(gateway, database)
      let second = Client(gateway, database, email: first.email)
      second.password = "another password altogether"
      try await first.register()
      let early = try #require(try await first.code(.confirmEmail, kind: "confirm-address"))
      try await second.register()
      try await second.confirm()
      let late = #"mutation { confirmAddress(input: {code: "\#(early.shortCodes(try TestGateway.keys.get())[0])"}) { viewer { id } } }"#
      #expect(try await first.ask(late).code == "BAD_USER_INPUT")
      // The first one sees nothing of that, and signs in where it did.
      #expect(
        try await first.ask("{ viewer { signInWays { isConfirmed } } }").at("data", "viewer", "signInWays", 0, "isConfirmed")
          == .bool(false))
      #expect(try await first.signIn().at("errors") == nil)
      #expect(try await first.signIn(device: false).code == "UNAUTHENTICATED")
      #expect(try await second.signIn(device: false).at("errors") == nil)
    }
  }

  @Test func `Two registrations of one address at the same time are two accounts, of which one confirms`() async throws {
    try await run { gateway, database in
      let keys = try TestGateway.keys.get()
      /// The answers to requests that are sent at the same time.
      func all(_ requests: [(change: String, token: String?)]) async throws -> [JSONValue] {
        try await withThrowingTaskGroup(of: JSONValue.self) { group in
          for request in requests {
            group.addTask {
              try await gateway.send(request.change, authorization: request.token.map { "Bearer \($0)" }, from: "203.0.113.11").json
            }
          }
          var answers: [JSONValue] = []
          for try await answer in group { answers.append(answer) }
          return answers
        }
      }
      let register = """
        mutation { register(input: {email: "race@example.org", password: "\(Client.password)", role: PARENT}) {
          session { token } viewer { id }
        } }
        """
      let registered = try await all(Array(repeating: (register, nil), count: 4))
      let accounts = registered.compactMap { $0.at("data", "register", "viewer", "id")?.string }
      #expect(Set(accounts).count == 4, "\(registered)")
      var confirmations: [(String, String?)] = []
      for answer in registered {
        let account = try #require(UUIDValue(answer.at("data", "register", "viewer", "id")?.string ?? ""))
        let row = try await database.run("SELECT id FROM address_codes WHERE owner_id = \(bind: .uuid(account))")
        let code = AddressCode(.confirmEmail, id: try #require(row.uuid(row: 0, column: 0))).shortCodes(keys)[0]
        confirmations.append((
          #"mutation { confirmAddress(input: {code: "\#(code)"}) { viewer { id } } }"#,
          answer.at("data", "register", "session", "token")?.string
        ))
      }
      let answers = try await all(confirmations)
      #expect(answers.count { $0.at("errors") == nil } == 1, "\(answers)")
      #expect(answers.count { $0.code == "BAD_USER_INPUT" } == 3, "\(answers)")
      let confirmed = try await database.run(
        "SELECT count(*)::int4 FROM sign_in_addresses WHERE lookup = 'race@example.org' AND confirmed_at IS NOT NULL")
      #expect(confirmed.int4(row: 0, column: 0) == 1)
    }
  }

  @Test(
    "An input that may not be is refused with its path",
    arguments: [
      (#"email: "a@example.org", telephone: "+4930123456", password: "correct horse battery staple""#, "input.email"),
      (#"password: "correct horse battery staple""#, "input.email"),
      (#"email: "ä@example.org", password: "correct horse battery staple""#, "input.email"),
      (#"telephone: "030 123456", password: "correct horse battery staple""#, "input.telephone"),
      (#"telephone: "+0301234567", password: "correct horse battery staple""#, "input.telephone"),
      (#"email: "a@example.org", password: "fourteen chars""#, "input.password"),
      (#"email: "a@example.org", password: """#, "input.password"),
      (#"email: "a@example.org", password: "\#(String(repeating: "a", count: 1001))""#, "input.password"),
      (#"email: "a@example.org", password: "passwordpassword""#, "input.password"),
      (#"email: "ada.rivera@example.org", password: "ada.rivera@example.org""#, "input.password"),
      (#"email: "a@example.org", password: "correct horse battery staple", language: "1""#, "input.language"),
    ])
  func bounds(input: String, path: String) async throws {
    try await run { gateway, _ in
      let answer = try await gateway.answer("mutation { register(input: {\(input), role: PARENT}) { __typename } }", as: nil)
      #expect(answer.code == "BAD_USER_INPUT")
      #expect(answer.inputPath == path)
    }
  }

  @Test func `A telephone number is an address as an e-mail address is`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      ada.address = #"telephone: "+49 (30) 123-4567""#
      let answer = try await ada.register(selecting: "viewer { email signInWays { kind address } }")
      #expect(answer.at("data", "register", "viewer", "signInWays", 0, "address")?.string == "+49301234567")
      #expect(answer.at("data", "register", "viewer", "email") == .null)
      let rows = try await database.run("SELECT channel, code_id FROM messages WHERE address = '+49301234567'")
      #expect(rows.count == 1 && rows.text(row: 0, column: 0) == "TELEPHONE")
      let code = AddressCode(.confirmTelephone, id: try #require(rows.uuid(row: 0, column: 1)))
      let confirm = #"mutation { confirmAddress(input: {code: "\#(code.shortCodes(try TestGateway.keys.get())[0])"}) { viewer { id } } }"#
      #expect(try await ada.ask(confirm).at("errors") == nil)
      ada.address = #"telephone: "+49301234567""#
      #expect(try await ada.signIn(device: false).at("errors") == nil)
    }
  }

  @Test func `Ten wrong codes end a code, and its link stays good`() async throws {
    try await run { gateway, database in
      let ada = Client(gateway, database)
      try await ada.register()
      let code = try #require(try await ada.code(.confirmEmail, kind: "confirm-address"))
      let keys = try TestGateway.keys.get()
      let right = code.shortCodes(keys)[0]
      let wrong = right == "00000000" ? "00000001" : "00000000"
      func confirm(_ proof: String) async throws -> String? {
        try await ada.ask("mutation { confirmAddress(input: {\(proof)}) { viewer { id } } }").code
      }
      for _ in 1...10 { #expect(try await confirm(#"code: "\#(wrong)""#) == "BAD_USER_INPUT") }
      #expect(try await confirm(#"code: "\#(right)""#) == "BAD_USER_INPUT")
      #expect(try await confirm(#"token: "\#(code.linkTokens(keys)[0])""#) == nil)
    }
  }
}
