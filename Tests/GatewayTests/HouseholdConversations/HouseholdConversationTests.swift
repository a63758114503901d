import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Conversations of members of a family, and of two families of a group (ME-13).
@Suite(.serialized) struct HouseholdConversationTests {
  private static let database = Task { try await SchoolDatabase("household_conversations", families: 2) }

  private func run(_ body: (GroupGround) async throws -> Void) async throws { try await GroupGround.run(Self.database, body) }

  @Test func `Members talk, and the others of the family see nothing of it`() async throws {
    try await run { ground in
      let talk = ground.talk
      let (mateo, ada) = (try #require(talk.mateo.membership).memberID, try #require(talk.ada.membership).memberID)
      let id = newID()
      let start = """
        startConversation(input: {id: "\(id)", memberIds: ["\(mateo)"], text: "Hello"}) {
          conversation { id kind title isOpen people { name } messages { text isMine authorName } }
        }
        """
      let started = try await ground.answer(start, as: talk.elena)
      let conversation = started.at("data", "startConversation", "conversation")
      #expect(conversation?.at("kind")?.string == "MEMBERS" && conversation?.at("title")?.string == "Mateo Rivera", "\(started)")
      #expect(conversation?.at("messages", 0, "isMine") == .bool(true) && conversation?.at("messages", 0, "authorName")?.string == "Elena Rivera")
      #expect(try await ground.answer(start, as: talk.elena) == started)
      let own = "{ viewer { unreadConversationCount conversations { id title unreadCount messages { id text isMine } } } }"
      let read = try await talk.ask(own, as: talk.mateo)
      #expect(read.at("viewer", "conversations", 0, "title")?.string == "Elena Rivera", "\(read)")
      #expect(read.at("viewer", "unreadConversationCount") == .number("1"))
      for viewer in [talk.ada, ground.second] {
        #expect(try await talk.ask(own, as: viewer).at("viewer", "conversations") == .array([]))
        let sent = try await ground.answer(#"sendMessage(input: {conversationId: "\#(id)", text: "No"}) { message { id } }"#, as: viewer)
        #expect(sent.code == "NOT_FOUND", "\(sent)")
      }
      let message = try #require(read.at("viewer", "conversations", 0, "messages", 0, "id")?.string)
      let marked = try await ground.answer(
        #"markConversationRead(input: {id: "\#(id)", until: "\#(message)"}) { conversation { unreadCount } }"#, as: talk.mateo)
      #expect(marked.at("data", "markConversationRead", "conversation", "unreadCount") == .number("0"), "\(marked)")
      let reply = #"sendMessage(input: {id: "\#(newID())", conversationId: "\#(id)", text: "Hi"}) { message { id text } }"#
      let sent = try await ground.answer(reply, as: talk.mateo)
      #expect(sent.at("errors") == nil, "\(sent)")
      #expect(try await ground.answer(reply, as: talk.mateo) == sent)
      try await ground.tell()
      #expect(try await ground.notifications(talk.elena) == ["MEMBER_MESSAGE Mateo Rivera"])
      #expect(try await ground.notifications(talk.mateo) == ["MEMBER_MESSAGE Elena Rivera"])
      #expect(try await ground.notifications(talk.ada) == [])

      // A student talks with its family without anybody's consent.
      let ofAda = try await ground.answer(
        #"startConversation(input: {memberIds: ["\#(mateo)"], text: "Dad?"}) { conversation { title } }"#, as: talk.ada)
      #expect(ofAda.at("data", "startConversation", "conversation", "title")?.string == "Mateo Rivera", "\(ofAda)")
      for ids in ["\"\(newID())\"", "\"\(ground.second.membership?.memberID.description ?? "")\""] {
        let refused = try await ground.answer("startConversation(input: {memberIds: [\(ids)]}) { conversation { id } }", as: talk.elena)
        #expect(refused.code == "NOT_FOUND", "\(refused)")
      }
      let elena = try #require(talk.elena.membership).memberID
      let alone = try await ground.answer(#"startConversation(input: {memberIds: ["\#(elena)"]}) { conversation { id } }"#, as: talk.elena)
      #expect(alone.code == "BAD_USER_INPUT", "\(alone)")
      let both = try await ground.answer(
        #"startConversation(input: {memberIds: ["\#(ada)"], groupFamilyId: "\#(ada)"}) { conversation { id } }"#, as: talk.elena)
      #expect(both.code == "BAD_USER_INPUT", "\(both)")
    }
  }

  @Test func `A conversation of two families opens when both have begun it, and tells nothing before`() async throws {
    try await run { ground in
      let talk = ground.talk
      let group = try await ground.groupOfSeveral(3)
      let (two, one) = (
        try await ground.family("Two", in: group, as: ground.first), try await ground.family("One", in: group, as: ground.second)
      )
      func start(_ id: String, as viewer: AccountViewer) async throws -> JSONValue {
        try await ground.answer(
          #"startConversation(input: {groupFamilyId: "\#(id)"}) { conversation { id kind title isOpen unreadCount } }"#, as: viewer)
      }
      let own = "{ viewer { unreadConversationCount conversations { id title messages { text authorName isMine } } } }"
      let before = try await talk.ask(own, as: ground.second)
      let begun = try await start(two, as: ground.first)
      let conversation = begun.at("data", "startConversation", "conversation")
      #expect(conversation?.at("title")?.string == "Two" && conversation?.at("isOpen") == .bool(false), "\(begun)")
      #expect(try await start(two, as: ground.first) == begun)
      let id = try #require(conversation?.at("id")?.string)
      let send = #"sendMessage(input: {conversationId: "\#(id)", text: "Hello"}) { message { id } }"#
      #expect(try await ground.answer(send, as: ground.first).code == "CONFLICT")
      #expect(try await talk.ask(own, as: ground.second) == before)
      #expect(try await ground.answer(send, as: ground.second).code == "NOT_FOUND")
      try await ground.tell()
      #expect(try await ground.notifications(ground.second) == [])

      let opened = try await start(one, as: ground.second)
      #expect(opened.at("data", "startConversation", "conversation", "title")?.string == "One", "\(opened)")
      #expect(opened.at("data", "startConversation", "conversation", "isOpen") == .bool(true))
      #expect(try await ground.answer(send, as: ground.first).at("errors") == nil)
      let read = try await talk.ask(own, as: ground.second)
      #expect(read.at("viewer", "unreadConversationCount") == .number("1"))
      #expect(read.at("viewer", "conversations", 0, "messages", 0, "authorName")?.string == "One", "\(read)")
      #expect(!"\(read)".contains("Rivera"))
      #expect(try await talk.ask(own, as: talk.mateo).at("viewer", "conversations", 0, "messages", 0, "isMine") == .bool(true))
      for viewer in [talk.ada, ground.third] { #expect(try await talk.ask(own, as: viewer).at("viewer", "conversations") == .array([])) }
      try await ground.tell()
      #expect(try await ground.notifications(ground.second) == ["GROUP_MESSAGE One"])

      // A block hides it from both, and one that leaves ends it.
      let block = #"blockGroupFamily(input: {id: "\#(two)", isBlocked: %}) { group { id } }"#
      #expect(try await ground.answer(block.replacing("%", with: "true"), as: ground.first).at("errors") == nil)
      for viewer in [ground.first, ground.second] {
        #expect(try await talk.ask(own, as: viewer).at("viewer", "conversations") == .array([]))
        #expect(try await ground.answer(send, as: viewer).code == "NOT_FOUND")
      }
      #expect(try await ground.answer(block.replacing("%", with: "false"), as: ground.first).at("errors") == nil)
      #expect(try await talk.ask(own, as: ground.second).at("viewer", "conversations")?.array?.count == 1)
      _ = try await ground.answer(#"leaveGroup(input: {groupId: "\#(group)"}) { id }"#, as: ground.first)
      #expect(try await talk.ask(own, as: ground.second).at("viewer", "conversations") == .array([]))
    }
  }

  @Test func `Nobody begins one with a family that it does not see`() async throws {
    try await run { ground in
      let group = try await ground.groupOfSeveral()
      let (two, one) = (
        try await ground.family("Two", in: group, as: ground.first), try await ground.family("One", in: group, as: ground.first)
      )
      func code(_ id: String, _ fields: String = "", as viewer: AccountViewer) async throws -> String? {
        try await ground.answer(#"startConversation(input: {groupFamilyId: "\#(id)"\#(fields)}) { conversation { id } }"#, as: viewer).code
      }
      #expect(try await code(two, as: ground.third) == "NOT_FOUND")
      #expect(try await code(newID(), as: ground.first) == "NOT_FOUND")
      #expect(try await code(one, as: ground.first) == "BAD_USER_INPUT")
      #expect(try await code(two, #", text: "Hello""#, as: ground.first) == "BAD_USER_INPUT")
      #expect(try await code(two, as: ground.talk.ada) == "FORBIDDEN")
    }
  }
}
