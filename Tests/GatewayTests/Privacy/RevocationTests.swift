import GraphQL
import Gateway
import Planning
import SQL
import Domain
import Synchronization
import TestSupport
import Testing

/// The revocation of grants at Apple when the account is deleted.
@Suite struct RevocationTests {
  private static let database = Task { try await SchoolDatabase("revocations", families: 1) }

  /// Stands for Apple: knows one code, of one person.
  private final class Grants: GrantFinder {
    let subject = Mutex("")
    let revoked = Mutex(0)
    let isThere: Bool
    let revokes: Bool

    init(isThere: Bool = true, revokes: Bool = true) {
      self.isThere = isThere
      self.revokes = revokes
    }

    func grant(code: String) async throws(IdentityFailure) -> ExternalGrant {
      guard isThere else { throw .unavailable }
      guard code == "code" else { throw .refused }
      return ExternalGrant(provider: .apple, subject: subject.withLock { $0 }) {
        self.revoked.withLock { $0 += 1 }
        return self.revokes
      }
    }
  }

  private func run(_ grants: Grants?, _ body: (Household, Person) async throws -> Void) async throws {
    let database = try await Self.database.value
    try await TestGateway.run(on: database, grants: grants) { gateway, apple in
      let household = Household(gateway: gateway, apple: apple, database: database)
      let person = try await household.newcomer(.parent, name: "Ada")
      grants?.subject.withLock { $0 = person.subject }
      try await body(household, person)
    }
  }

  private static func delete(_ code: String?, _ confirmation: String = "Ada") -> String {
    let code = code.map { #", appleAuthorizationCode: "\#($0)""# } ?? ""
    return #"mutation { deleteAccount(input: {confirmation: "\#(confirmation)"\#(code)}) { accountId revokedAtApple } }"#
  }

  /// Removes the account, and looks whether it was revoked.
  private func expectDeletion(
    of person: Person, _ code: String?, revoked: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let answer = try await person.ask(Self.delete(code))
    #expect(answer.at("errors") == nil, sourceLocation: sourceLocation)
    #expect(answer.at("data", "deleteAccount", "revokedAtApple") == .bool(revoked), sourceLocation: sourceLocation)
    let next = await person.response("{ viewer { id } }")
    #expect(next.outcome == .unauthenticated, sourceLocation: sourceLocation)
  }

  @Test func `With a code it is revoked, once the account is gone`() async throws {
    let grants = Grants()
    try await run(grants) { household, person in
      let mistyped = try await person.ask(Self.delete("code", "Eda"))
      #expect(mistyped.code == "BAD_USER_INPUT")
      #expect(grants.revoked.withLock { $0 } == 0)
      try await person.ask(#"mutation { createFamily(input: {name: "F"}) { session { token } } }"#)
      try await person.ask(#"mutation { createStudent(input: {name: "Cy"}) { student { id } } }"#)
      #expect(try await person.ask(Self.delete("code")).code == "CONFLICT")
      #expect(grants.revoked.withLock { $0 } == 0)
      try await person.ask(#"mutation { deleteFamily(input: {familyName: "F"}) { session { token } } }"#)
      try await expectDeletion(of: person, "code", revoked: true)
      #expect(grants.revoked.withLock { $0 } == 1)
    }
  }

  @Test func `Without a code the account goes, and nothing is revoked`() async throws {
    let grants = Grants()
    try await run(grants) { _, person in
      try await expectDeletion(of: person, nil, revoked: false)
      #expect(grants.revoked.withLock { $0 } == 0)
    }
  }

  @Test func `Where Apple is not set up, is not there or does not revoke the account goes all the same`() async throws {
    for grants in [nil, Grants(isThere: false), Grants(revokes: false)] {
      try await run(grants) { _, person in
        try await expectDeletion(of: person, "code", revoked: false)
      }
    }
  }

  @Test func `A code that is none, or somebody else's, is refused, and the account stays`() async throws {
    let grants = Grants()
    try await run(grants) { household, person in
      let refused = try await person.ask(Self.delete("other"))
      #expect(refused.code == "BAD_USER_INPUT" && refused.inputPath == "input.appleAuthorizationCode")
      let other = try await household.newcomer(.parent, name: "Ada")
      for subject in ["nobody", other.subject] {
        grants.subject.withLock { $0 = subject }
        let foreign = try await person.ask(Self.delete("code"))
        #expect(foreign.code == "BAD_USER_INPUT" && foreign.inputPath == "input.appleAuthorizationCode")
      }
      #expect(grants.revoked.withLock { $0 } == 0)
      #expect(await person.response("{ viewer { id } }").outcome == .executed)
    }
  }
}
