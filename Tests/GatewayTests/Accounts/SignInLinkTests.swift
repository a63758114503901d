import GraphQL
import Gateway
import SQL
import Domain
import TestSupport
import Testing

/// Several ways to sign in on one account (ME-01).
@Suite struct SignInLinkTests {
  private static let database = Task { try await SchoolDatabase("sign_in_links", families: 1) }

  private func run(_ body: (TestGateway, TestApple, SchoolDatabase) async throws -> Void) async throws {
    let database = try await Self.database.value
    try await TestGateway.run(on: database) { try await body($0, $1, database) }
  }

  private func link(_ person: Person) async throws -> String {
    #"mutation { linkApple(input: {identityToken: "\#(try await person.identityToken())", nonce: "\#(Person.nonce)"}) { viewer { id } } }"#
  }

  private struct Way {
    let id: String
    let kind: String
    let isConfirmed: Bool
  }

  private func ways(_ ask: (String) async throws -> JSONValue) async throws -> [Way] {
    let answer = try await ask("{ viewer { signInWays { id kind isConfirmed } } }")
    return (answer.at("data", "viewer", "signInWays")?.array ?? []).map {
      Way(
        id: $0.at("id")?.string ?? "", kind: $0.at("kind")?.string ?? "", isConfirmed: $0.at("isConfirmed") == .bool(true))
    }
  }

  private func unlink(_ way: Way?) throws -> String {
    #"mutation { unlinkSignIn(input: {id: "\#(try #require(way).id)"}) { viewer { id } } }"#
  }

  @Test func `An account with a password is linked with Apple, and signs in either way`() async throws {
    try await run { gateway, apple, database in
      let ada = Client(gateway, database)
      try await ada.join()
      let person = Person(gateway, apple)
      #expect(try await ada.ask(try await link(person)).at("errors") == nil)
      // Once more changes nothing.
      #expect(try await ada.ask(try await link(person)).at("errors") == nil)
      #expect(try await ways(ada.ask).map(\.kind) == ["EMAIL", "APPLE"])
      #expect(try await ada.kinds() == ["confirm-address", "way-added"])
      let account = try await ada.account
      #expect(try await person.signIn().at("data", "signInWithApple", "viewer", "id")?.string == account)
      #expect(try await ada.signIn().at("data", "signIn", "viewer", "id")?.string == account)
      // An identity that signs in to one account cannot be added to another.
      let other = Client(gateway, database)
      try await other.join()
      let taken = try await other.ask(try await link(person))
      #expect(taken.code == "CONFLICT" && taken.inputPath == "input.identityToken")
      #expect(try await ways(other.ask).count == 1)
    }
  }

  @Test func `Nothing is linked by an address that two accounts have in common`() async throws {
    try await run { gateway, apple, database in
      let thief = Client(gateway, database)
      try await thief.register()
      let owner = Person(gateway, apple)
      let answer = try await owner.signIn(role: "PARENT", selecting: "viewer { id signInWays { kind } }") { $0.email = thief.email }
      #expect(answer.at("data", "signInWithApple", "isNewAccount") == .bool(true))
      #expect(try await answer.at("data", "signInWithApple", "viewer", "id")?.string != thief.account)
      #expect(answer.at("data", "signInWithApple", "viewer", "signInWays", 1) == nil)
    }
  }

  @Test func `An account of Apple's gets a password, which may be shorter while there is another way`() async throws {
    try await run { gateway, apple, database in
      let person = Person(gateway, apple)
      try await person.signIn(role: "PARENT", name: "Grace Hopper")
      let client = Client(gateway, database)
      client.password = "eight ok"
      let add = #"mutation { addPassword(input: {\#(client.address) password: "eight ok"}) { viewer { id } } }"#
      #expect(try await person.ask(add).at("errors") == nil)
      #expect(try await person.ask(add).code == "CONFLICT")
      // Before the address is confirmed nobody signs in with it.
      #expect(try await client.signIn().code == "UNAUTHENTICATED")
      client.token = person.token
      try await client.confirm()
      let account = try await client.account
      #expect(try await client.signIn().at("data", "signIn", "viewer", "id")?.string == account)
      // The short one cannot be all that is left.
      let ways = try await ways(client.ask)
      let refused = try await client.ask(try unlink(ways.first { $0.kind == "APPLE" }))
      #expect(refused.code == "CONFLICT")
      let change = #"mutation { changePassword(input: {newPassword: "a password that is long"}) { viewer { id } } }"#
      #expect(try await client.ask(change).at("errors") == nil)
      #expect(try await client.ask(try unlink(ways.first { $0.kind == "APPLE" })).at("errors") == nil)
      #expect(try await person.signIn(role: "PARENT").at("data", "signInWithApple", "isNewAccount") == .bool(true))
    }
  }

  @Test func `The last way never goes, nor the last one that is confirmed`() async throws {
    try await run { gateway, apple, database in
      let ada = Client(gateway, database)
      try await ada.join()
      #expect(try await ada.ask(try unlink(try await ways(ada.ask).first)).code == "CONFLICT")
      let next = Client(gateway, database)
      #expect(try await ada.ask("mutation { changeAddress(input: {\(next.address)}) { viewer { id } } }").at("errors") == nil)
      let both = try await ways(ada.ask)
      #expect(both.map(\.isConfirmed) == [true, false])
      #expect(try await ada.ask(try unlink(both.first)).code == "CONFLICT")
      #expect(try await ada.ask(try unlink(both.last)).at("errors") == nil)
      #expect(try await ways(ada.ask).map(\.isConfirmed) == [true])
      // An account cannot remove another's ways to sign in.
      let other = Client(gateway, database)
      try await other.join()
      #expect(try await other.ask(try unlink(try await ways(ada.ask).first)).code == "NOT_FOUND")
      // An account without its password has no addresses left that would ask for one.
      let person = Person(gateway, apple)
      #expect(try await ada.ask(try await link(person)).at("errors") == nil)
      #expect(try await ada.ask(try unlink(try await ways(ada.ask).first { $0.kind == "EMAIL" })).at("errors") == nil)
      #expect(try await ada.kinds().last == "way-removed")
      #expect(try await ada.signIn().code == "UNAUTHENTICATED")
      #expect(try await person.signIn().at("data", "signInWithApple", "isNewAccount") == .bool(false))
    }
  }

  @Test func `Of two ways that are removed at the same time one stays`() async throws {
    try await run { gateway, apple, database in
      for _ in 0..<8 {
        let ada = Client(gateway, database)
        try await ada.join()
        #expect(try await ada.ask(try await link(Person(gateway, apple))).at("errors") == nil)
        let changes = try await ways(ada.ask).map { try unlink($0) }
        let authorization = "Bearer \(ada.token ?? "")"
        let codes = try await withThrowingTaskGroup(of: String?.self) { group in
          for change in changes { group.addTask { try await gateway.send(change, authorization: authorization).json.code } }
          var codes: [String?] = []
          for try await code in group { codes.append(code) }
          return codes
        }
        #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == "CONFLICT" } == 1, "\(codes)")
        #expect(try await ways(ada.ask).count == 1)
      }
    }
  }

  @Test func `An address takes the place of the one before when it is confirmed, and the old one is told`() async throws {
    try await run { gateway, apple, database in
      let ada = Client(gateway, database)
      try await ada.join()
      let account = try await ada.account
      let next = Client(gateway, database)
      #expect(try await ada.ask("mutation { changeAddress(input: {\(next.address)}) { viewer { id } } }").at("errors") == nil)
      #expect(try await next.kinds() == ["confirm-address"])
      #expect(try await next.signIn().code == "UNAUTHENTICATED")
      #expect(try await ada.signIn(device: false).at("errors") == nil)
      next.token = ada.token
      try await next.confirm()
      #expect(try await ada.kinds() == ["confirm-address", "address-changed"])
      #expect(try await ada.signIn(device: false).code == "UNAUTHENTICATED")
      #expect(try await next.signIn(device: false).at("data", "signIn", "viewer", "id")?.string == account)
      // One that is mistyped is replaced by the next.
      for _ in 1...2 {
        let mistyped = Client(gateway, database)
        #expect(try await next.ask("mutation { changeAddress(input: {\(mistyped.address)}) { viewer { id } } }").at("errors") == nil)
        #expect(try await ways(next.ask).map(\.isConfirmed) == [true, false])
      }
      // Somebody else's address is answered as any other.
      let other = Client(gateway, database)
      try await other.join()
      let change = "mutation { changeAddress(input: {\(other.address)}) { viewer { signInWays { isConfirmed } } } }"
      let answer = try await next.ask(change)
      #expect(answer.at("data", "changeAddress", "viewer", "signInWays", 1, "isConfirmed") == .bool(false))
      #expect(try await other.kinds() == ["confirm-address", "address-known"])
    }
  }

  @Test func `The trail of an account is in its export, without a secret`() async throws {
    try await run { gateway, _, database in
      let ada = Client(gateway, database)
      try await ada.join()
      try await ada.ask(#"mutation { changePassword(input: {newPassword: "another good password"}) { viewer { id } } }"#)
      let export = await ada.response("mutation { exportAccount { document } }")
      let document = try #require(try export.json.at("data", "exportAccount", "document"))
      let kinds = document.at("accountEvents")?.array?.compactMap { $0.at("kind")?.string } ?? []
      #expect(Set(kinds) == ["PASSWORD_ADDED", "ADDRESS_ADDED", "ADDRESS_CONFIRMED", "PASSWORD_CHANGED"], "\(document)")
      #expect(document.at("signInAddresses", 0, "address")?.string == ada.email)
      let hash = try await database.run(
        "SELECT hash FROM passwords JOIN accounts ON accounts.id = account_id WHERE email = \(bind: .text(ada.email))")
      #expect(!export.text.contains(hash.texts[0]) && !export.text.contains("scrypt"))
    }
  }
}
