import GraphQL
import Gateway
import SQL
import Domain
import TestSupport
import Testing

/// A change of how an account signs in ends whatever could undo it: each kind of link, code, session and token, at each kind of change.
@Suite(.serialized) struct CredentialEndTests {
  private static let database = Task { try await SchoolDatabase("credential_end", families: 1) }
  private static let new = "another good password"

  /// An account with all that lets somebody in, or changes how.
  struct Ground {
    let gateway: TestGateway
    let database: SchoolDatabase
    let ada: Client
    /// Another session of the account.
    let tablet: Client
    let account: UUIDValue
    /// The token of a link that resets the password, and its short code.
    let reset: AddressCode
    /// The code of a telephone number that waits to take the place of the account's.
    let pending: AddressCode
    let deviceTokens: [String]
  }

  struct Change: CustomTestStringConvertible {
    let testDescription: String
    /// Whether the session that made the change goes on.
    let keepsSession: Bool
    let run: @Sendable (Ground) async throws -> JSONValue
  }

  static let changes = [
    Change(testDescription: "changePassword", keepsSession: true) { ground in
      try await ground.ada.ask(#"mutation { changePassword(input: {newPassword: "\#(new)"}) { viewer { id } deviceToken } }"#)
    },
    Change(testDescription: "resetPassword", keepsSession: false) { ground in
      _ = try await ground.ada.anonymously("requestPasswordReset(input: {\(ground.ada.address)}) { expiresInSeconds }")
      let code = try #require(try await ground.ada.code(.resetPassword, kind: "reset-password"))
      #expect(code != ground.reset)
      return try await ground.ada.anonymously(
        #"resetPassword(input: {token: "\#(code.linkTokens(try TestGateway.keys.get())[0])" newPassword: "\#(new)"}) { endedSessions }"#)
    },
    Change(testDescription: "unlinkSignIn of an address", keepsSession: true) { ground in
      try await unlink("EMAIL", ground)
    },
    Change(testDescription: "unlinkSignIn of an identity", keepsSession: true) { ground in
      try await unlink("APPLE", ground)
    },
    Change(testDescription: "confirmAddress of one that takes another's place", keepsSession: true) { ground in
      let next = Client(ground.gateway, ground.database)
      let changed = try await ground.ada.ask("mutation { changeAddress(input: {\(next.address)}) { viewer { id } } }")
      #expect(changed.at("errors") == nil, "\(changed)")
      let code = try #require(try await next.code(.confirmEmail, kind: "confirm-address"))
      return try await ground.ada.ask(
        #"mutation { confirmAddress(input: {token: "\#(code.linkTokens(try TestGateway.keys.get())[0])"}) { viewer { id } } }"#)
    },
  ]

  private static func unlink(_ kind: String, _ ground: Ground) async throws -> JSONValue {
    let ways = try await ground.ada.ask("{ viewer { signInWays { id kind isConfirmed } } }").at("data", "viewer", "signInWays")?.array ?? []
    let way = try #require(ways.first { $0.at("kind")?.string == kind }?.at("id")?.string)
    return try await ground.ada.ask(#"mutation { unlinkSignIn(input: {id: "\#(way)"}) { viewer { id } } }"#)
  }

  private func run(_ body: (Ground) async throws -> Void) async throws {
    let database = try await Self.database.value
    try await database.run("DELETE FROM attempts")
    try await TestGateway.run(on: database) { gateway, apple in
      let ada = Client(gateway, database)
      try await ada.join()
      let person = Person(gateway, apple)
      let link = #"mutation { linkApple(input: {identityToken: "\#(try await person.identityToken())", nonce: "\#(Person.nonce)"}) { viewer { id } } }"#
      #expect(try await ada.ask(link).at("errors") == nil)
      let tablet = Client(gateway, database, email: ada.email)
      try await tablet.signIn()
      _ = try await ada.anonymously("requestPasswordReset(input: {\(ada.address)}) { expiresInSeconds }")
      let reset = try #require(try await ada.code(.resetPassword, kind: "reset-password"))
      let number = "+49301" + String(Int.random(in: 1_000_000...9_999_999))
      #expect(try await ada.ask(#"mutation { changeAddress(input: {telephone: "\#(number)"}) { viewer { id } } }"#).at("errors") == nil)
      let pending = try await database.run("SELECT code_id FROM messages WHERE address = \(bind: .text(number)) AND kind = 'confirm-address'")
      let id = try await ada.account
      let account = try #require(id.flatMap { UUIDValue($0) })
      try await body(
        Ground(
          gateway: gateway, database: database, ada: ada, tablet: tablet, account: account, reset: reset,
          pending: AddressCode(.confirmTelephone, id: try #require(pending.uuid(row: 0, column: 0))),
          deviceTokens: [ada.deviceToken, tablet.deviceToken].compactMap { $0 }))
    }
  }

  @Test("Nothing that was handed out before undoes", arguments: changes.indices)
  func ends(_ index: Int) async throws {
    let change = Self.changes[index]
    try await run { ground in
      let keys = try TestGateway.keys.get()
      let answer = try await change.run(ground)
      #expect(answer.at("errors") == nil, "\(answer)")
      if !change.keepsSession { ground.ada.token = nil }
      // Links and codes that reset the password.
      for proof in [
        #"token: "\#(ground.reset.linkTokens(keys)[0])""#, #"\#(ground.ada.address) code: "\#(ground.reset.shortCodes(keys)[0])""#,
      ] {
        let undone = try await ground.ada.anonymously(
          #"resetPassword(input: {\#(proof) newPassword: "the password of a thief"}) { endedSessions }"#)
        #expect(undone.code == "UNAUTHENTICATED", "\(proof): \(undone)")
      }
      // Other sessions, and what continues them.
      #expect(await ground.tablet.response("{ viewer { id } }").outcome == .unauthenticated)
      let refreshed = try await ground.tablet.anonymously(
        #"refreshSession(input: {refreshToken: "\#(ground.tablet.refreshToken ?? "")"}) { session { token } }"#)
      #expect(refreshed.code == "UNAUTHENTICATED")
      // An address that waits to take the place of the account's.
      if change.keepsSession {
        #expect(try await ground.ada.ask("{ viewer { id } }").at("errors") == nil)
        for proof in [#"token: "\#(ground.pending.linkTokens(keys)[0])""#, #"code: "\#(ground.pending.shortCodes(keys)[0])""#] {
          let confirmed = try await ground.ada.ask("mutation { confirmAddress(input: {\(proof)}) { viewer { id } } }")
          #expect(confirmed.code == "BAD_USER_INPUT", "\(proof): \(confirmed)")
        }
      }
      // Device tokens.
      for token in ground.deviceTokens {
        let known = try await ground.database.run(
          "SELECT 1 FROM known_devices WHERE token_hash = sha256(convert_to(\(bind: .text(token)), 'UTF8'))")
        #expect(known.count == 0)
      }
      // No kind of code is left that was made before.
      let left = try await ground.database.run("SELECT purpose FROM address_codes WHERE owner_id = \(bind: .uuid(ground.account))")
      #expect(left.texts == [])
    }
  }

  @Test func `Adding a password ends the other sessions of the account`() async throws {
    let database = try await Self.database.value
    try await TestGateway.run(on: database) { gateway, apple in
      let person = Person(gateway, apple)
      try await person.signIn(role: "PARENT", name: "Grace Hopper")
      let tablet = Person(gateway, apple, subject: person.subject)
      try await tablet.signIn()
      let client = Client(gateway, database)
      let add = #"mutation { addPassword(input: {\#(client.address) password: "\#(Self.new)"}) { viewer { id } } }"#
      #expect(try await person.ask(add).at("errors") == nil)
      #expect(await tablet.response("{ viewer { id } }").outcome == .unauthenticated)
      #expect(try await person.ask("{ viewer { id } }").at("errors") == nil)
      // The address that it came with waits for its code.
      client.token = person.token
      try await client.confirm()
    }
  }

  @Test func `An account that has nothing confirmed keeps its address and its device`() async throws {
    let database = try await Self.database.value
    try await TestGateway.run(on: database) { gateway, _ in
      let ada = Client(gateway, database)
      try await ada.register()
      let change = #"mutation { changePassword(input: {newPassword: "\#(Self.new)"}) { deviceToken } }"#
      let changed = try await ada.ask(change)
      #expect(changed.at("data", "changePassword", "deviceToken")?.string != nil, "\(changed)")
      ada.password = Self.new
      #expect(try await ada.signIn().at("errors") == nil)
      try await ada.confirm()
      #expect(try await ada.signIn(device: false).at("errors") == nil)
    }
  }

  @Test func `The device that changed the password is known by the token of the answer`() async throws {
    let database = try await Self.database.value
    try await TestGateway.run(on: database) { gateway, _ in
      let ada = Client(gateway, database)
      try await ada.join()
      let before = ada.deviceToken
      let changed = try await ada.ask(#"mutation { changePassword(input: {newPassword: "\#(Self.new)"}) { deviceToken } }"#)
      let device = try #require(changed.at("data", "changePassword", "deviceToken")?.string)
      #expect(device != before)
      let thief = Client(gateway, database, email: ada.email)
      for _ in 1...10 { try await thief.signIn(password: "a wrong one, guessed") }
      (ada.password, ada.deviceToken) = (Self.new, device)
      #expect(try await ada.signIn().at("errors") == nil)
    }
  }
}
