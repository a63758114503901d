import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// A member whose membership someone else ended learns it: by a message, and from each answer that refuses something
/// for it.
@Suite struct EndedMembershipNoticeTests {
  private static let database = Task { try await SchoolDatabase("ended_membership_notice", families: 1) }

  /// Two parents of a family.
  private func run(_ body: (_ ben: Client, _ ada: Client, SchoolDatabase) async throws -> Void) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let (ben, ada) = (Client(gateway, database), Client(gateway, database))
    try await ben.join(name: "Ben Rivera")
    try await ada.join(name: "Ada Rivera")
    #expect(
      try await ben.ask(#"mutation { createFamily(input: {name: "Rivera"}) { session { token } } }"#).at("errors") == nil)
    let invitation = try await ben.ask("mutation { createInvitation(input: {role: PARENT}) { code } }")
    let code = try #require(invitation.at("data", "createInvitation", "code")?.string, "\(invitation)")
    #expect(try await ada.ask(#"mutation { acceptInvitation(input: {code: "\#(code)"}) { session { token } } }"#).at("errors") == nil)
    #expect(try await ada.ask("{ family { name } }").at("data", "family", "name")?.string == "Rivera")
    try await body(ben, ada, database)
    await gateway.pool.shutdown()
  }

  private func checkAnswers(to ada: Client, reason: String, sentence: String) async throws {
    // The token still names the family.
    for query in ["{ family { name } }", #"mutation { createSubject(input: {name: "S"}) { subject { id } } }"#] {
      let refused = try await ada.ask(query)
      #expect(refused.code == "UNAUTHENTICATED")
      #expect(refused.at("errors", 0, "message")?.string?.hasPrefix("This needs a valid session token. \(sentence)") == true, "\(refused)")
      #expect(refused.at("errors", 0, "extensions", "reason")?.string == reason)
    }
    let refreshed = try await ada.anonymously(
      #"refreshSession(input: {refreshToken: "\#(ada.refreshToken ?? "")"}) { session { token } }"#)
    ada.token = try #require(refreshed.at("data", "refreshSession", "session", "token")?.string)
    let refused = try await ada.ask(#"mutation { createSubject(input: {name: "S"}) { subject { id } } }"#)
    #expect(refused.code == "FORBIDDEN")
    #expect(refused.at("errors", 0, "message")?.string?.contains(sentence) == true, "\(refused)")
    #expect(refused.at("errors", 0, "extensions", "reason")?.string == reason)
    let ended = try await ada.ask("{ viewer { family { name } endedMemberships { familyName reason endedBy endedAt } } }")
    #expect(ended.at("data", "viewer", "family") == .null)
    let last = ended.at("data", "viewer", "endedMemberships", 0)
    #expect(last?.at("familyName")?.string == "Rivera" && last?.at("endedBy")?.string == "Ben Rivera")
    #expect(last?.at("reason")?.string == reason && last?.at("endedAt")?.string != nil)
    // With a family of her own nothing of it is said any more.
    #expect(try await ada.ask(#"mutation { createFamily(input: {name: "Ada's"}) { session { token } } }"#).at("errors") == nil)
    #expect(try await ada.ask("{ family { name } }").at("data", "family", "name")?.string == "Ada's")
  }

  @Test func `The other parent learns who deleted the family`() async throws {
    try await run { ben, ada, database in
      #expect(try await ben.ask(#"mutation { deleteFamily(input: {familyName: "Rivera"}) { id session { token } } }"#).at("errors") == nil)
      #expect(try await ada.kinds() == ["confirm-address", "family-deleted"])
      #expect(try await ben.kinds() == ["confirm-address"])
      let arguments = try await database.run(
        "SELECT (arguments ->> 'person') || ' ' || (arguments ->> 'family') FROM messages WHERE kind = 'family-deleted' AND address = \(bind: .text(ada.email))")
      #expect(arguments.texts == ["Ben Rivera Rivera"])
      try await checkAnswers(to: ada, reason: "FAMILY_DELETED", sentence: #"Ben Rivera has deleted your family "Rivera""#)
    }
  }

  @Test func `A member that is removed learns by whom`() async throws {
    try await run { ben, ada, database in
      let id = try #require(try await ada.ask("{ viewer { member { id } } }").at("data", "viewer", "member", "id")?.string)
      #expect(try await ben.ask(#"mutation { removeMember(input: {id: "\#(id)"}) { id } }"#).at("errors") == nil)
      #expect(try await ada.kinds() == ["confirm-address", "member-removed"])
      try await checkAnswers(to: ada, reason: "REMOVED", sentence: #"Ben Rivera has removed you from the family "Rivera""#)
    }
  }

  @Test func `Who left, and a session that has ended, are told nothing of it`() async throws {
    try await run { ben, ada, _ in
      let stale = ada.token
      #expect(try await ada.ask("mutation { leaveFamily { session { token } } }").at("errors") == nil)
      ada.token = stale
      let refused = try await ada.ask("{ family { name } }")
      #expect(refused.at("errors", 0, "message")?.string == "This needs a valid session token.")
      #expect(try await ben.ask(#"mutation { deleteFamily(input: {familyName: "Rivera"}) { id } }"#).at("errors") == nil)
    }
    try await run { ben, ada, _ in
      let stale = ada.token
      #expect(try await ben.ask(#"mutation { deleteFamily(input: {familyName: "Rivera"}) { id } }"#).at("errors") == nil)
      let refreshed = try await ada.anonymously(
        #"refreshSession(input: {refreshToken: "\#(ada.refreshToken ?? "")"}) { session { token } }"#)
      ada.token = refreshed.at("data", "refreshSession", "session", "token")?.string
      #expect(try await ada.ask("mutation { signOut { accountId } }").at("errors") == nil)
      ada.token = stale
      #expect(try await ada.ask("{ family { name } }").at("errors", 0, "message")?.string == "This needs a valid session token.")
    }
  }
}
