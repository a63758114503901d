import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// An account's profile (REQ-USER).
@Suite struct ProfileTests {
  private static let database = Task { try await SchoolDatabase("profiles", families: 1) }

  private func run(_ body: (TestGateway, TestApple, SchoolDatabase) async throws -> Void) async throws {
    let database = try await Self.database.value
    try await TestGateway.run(on: database) { try await body($0, $1, database) }
  }

  @Test func `A newcomer changes name, address and role`() async throws {
    try await run { gateway, apple, _ in
      let ada = Person(gateway, apple)
      try await ada.signIn(role: "STUDENT")
      let answer = try await ada.ask(
        """
        mutation {
          a: updateViewer(input: {name: "Ada", email: "ada@example.org", role: PARENT}) {
            viewer { name email chosenRole version }
          }
          b: updateViewer(input: {email: null}) { viewer { name email version } }
          c: updateViewer(input: {ifVersion: 1, name: "B"}) { viewer { name } }
        }
        """)
      #expect(answer.at("data", "a", "viewer", "name")?.string == "Ada")
      #expect(answer.at("data", "a", "viewer", "email")?.string == "ada@example.org")
      #expect(answer.at("data", "a", "viewer", "chosenRole")?.string == "PARENT")
      #expect(answer.at("data", "b", "viewer", "email") == .null)
      #expect(answer.at("data", "b", "viewer", "name")?.string == "Ada")
      #expect(answer.at("data", "b", "viewer", "version") == .number("3"))
      #expect(answer.code == "CONFLICT")
      #expect(answer.at("errors", 0, "extensions", "currentVersion") == .number("3"))
    }
  }

  @Test("A member's family sees the new name and address", arguments: ["parent", "student"])
  func member(role: String) async throws {
    try await run { gateway, _, database in
      let viewer = role == "parent" ? database.parent : try database.student
      let answer = try await gateway.answer(
        """
        mutation { updateViewer(input: {name: "New \(role)", email: "\(role)@example.org"}) {
          viewer { name email member { id name email } family { id } }
        } }
        """, as: viewer)
      #expect(answer.at("errors") == nil)
      let changed = try #require(answer.at("data", "updateViewer", "viewer"))
      #expect(changed.at("name")?.string == "New \(role)")
      #expect(changed.at("member", "name")?.string == "New \(role)")
      #expect(changed.at("member", "email")?.string == "\(role)@example.org")
      #expect(changed.at("member", "id")?.string == viewer.membership?.memberID.description)
      #expect(changed.at("family", "id")?.string == viewer.membership?.familyID.description)
      let others = try await database.run(
        "SELECT 1 FROM accounts WHERE name = \(bind: .text("New \(role)")) AND id <> \(bind: .uuid(viewer.accountID))")
      #expect(others.count == 0)
    }
  }

  @Test(
    "What may not be is refused with its path",
    arguments: [
      (#"name: null"#, "name"), (#"name: """#, "name"), (#"name: "\#(String(repeating: "x", count: 201))""#, "name"),
      (#"role: null"#, "role"), (#"email: "ada""#, "email"), (#"email: "ada@localhost""#, "email"),
      (#"email: "a da@example.org""#, "email"), (#"email: "@example.org""#, "email"),
      (#"email: "ada@example..org""#, "email"), (#"email: "a@b@example.org""#, "email"),
      (#"email: ".ada@example.org""#, "email"), (#"email: "ada@-example.org""#, "email"),
      (#"email: "ada\n@example.org""#, "email"), (#"email: "\#(String(repeating: "a", count: 65))@example.org""#, "email"),
    ])
  func refused(input: String, field: String) async throws {
    try await run { gateway, apple, _ in
      let ada = Person(gateway, apple)
      try await ada.signIn(role: "PARENT", name: "Ada")
      let answer = try await ada.ask("mutation { updateViewer(input: {\(input)}) { viewer { id } } }")
      #expect(answer.code == "BAD_USER_INPUT")
      #expect(answer.inputPath == "input.\(field)")
    }
  }

  @Test("Addresses that people have are taken", arguments: ["a.b+c@example.co.uk", "jürgen@example.org", "o'neil@sub-domain.example"])
  func address(_ address: String) async throws {
    try await run { gateway, apple, _ in
      let ada = Person(gateway, apple)
      try await ada.signIn(role: "PARENT")
      let answer = try await ada.ask(#"mutation { updateViewer(input: {email: "\#(address)"}) { viewer { email } } }"#)
      #expect(answer.at("data", "updateViewer", "viewer", "email")?.string == address)
    }
  }

  @Test func `Who is in a family keeps the role there`() async throws {
    try await run { gateway, _, database in
      let answer = try await gateway.answer(
        "mutation { updateViewer(input: {role: PARENT}) { viewer { id } } }", as: try database.student)
      #expect(answer.code == "CONFLICT")
      #expect(answer.inputPath == "input.role")
    }
  }
}
