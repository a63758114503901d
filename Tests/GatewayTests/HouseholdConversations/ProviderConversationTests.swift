import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Conversations of families and providers of services (ME-13): who sees what, and who writes when.
@Suite(.serialized) struct ProviderConversationTests {
  private static let database = Task { try await SchoolDatabase("provider_conversations", families: 2) }

  private func run(_ body: (ProviderTalkGround) async throws -> Void) async throws {
    try await ProviderTalkGround.run(Self.database, body)
  }

  @Test func `Parents ask a provider, and both sides write, read and mark`() async throws {
    try await run { ground in
      let (talk, provider, id) = (ground.talk, ground.provider, newID())
      let begun = try await ground.start(#", text: "Do you teach fractions?""#, id: id, as: talk.elena)
      let conversation = begun.at("data", "startConversation", "conversation")
      #expect(conversation?.at("id")?.string == id && conversation?.at("kind")?.string == "PROVIDER", "\(begun)")
      #expect(conversation?.at("title")?.string == "Robin's lessons" && conversation?.at("isOpen") == .bool(true))
      #expect(conversation?.at("messages", 0, "authorName")?.string == "Rivera" && conversation?.at("messages", 0, "isMine") == .bool(true))
      #expect(try await ground.start(#", text: "Do you teach fractions?""#, id: id, as: talk.elena) == begun)

      // All parents see it, and nobody else: no student, no other family, no other provider.
      #expect(try await ground.seen(talk.mateo) == ["Robin's lessons 0 | Rivera (own): Do you teach fractions?"])
      #expect(try await ground.seen(provider) == ["Rivera 1 | Rivera: Do you teach fractions?"])
      let other = try await talk.newcomer()
      _ = try await BookingGround.applied(other, "UTC", talk)
      for viewer in [talk.ada, ground.stranger, other, try await talk.newcomer(), talk.administrator] {
        #expect(try await ground.seen(viewer) == [])
        #expect(try await talk.ask(#"{ conversation(id: "\#(id)") { id } node(id: "\#(id)") { id } }"#, as: viewer).at("conversation") == .null)
        #expect(try await ground.send("No", to: id, as: viewer).code == "NOT_FOUND")
      }

      // The provider sends a message once.
      let reply = newID()
      let sent = try await ground.send("I do.", to: id, id: reply, as: provider)
      #expect(sent.at("data", "sendMessage", "message", "authorName")?.string == "Robin's lessons", "\(sent)")
      #expect(sent.at("data", "sendMessage", "message", "isMine") == .bool(true) && sent.at("data", "sendMessage", "message", "author") == .null)
      #expect(try await ground.send("I do.", to: id, id: reply, as: provider) == sent)
      #expect(try await ground.send("I do not.", to: id, id: reply, as: provider).code == "CONFLICT")
      let ofFamily = newID()
      let more = try await ground.send("When?", to: id, id: ofFamily, as: talk.mateo)
      #expect(more.at("errors") == nil, "\(more)")
      #expect(try await ground.send("When?", to: id, id: ofFamily, as: talk.mateo) == more)
      #expect(try await ground.send("Where?", to: id, id: ofFamily, as: talk.mateo).code == "CONFLICT")
      #expect(try await ground.send("Mine", to: id, id: ofFamily, as: provider).code == "CONFLICT")
      #expect(
        try await ground.seen(talk.elena) == [
          "Robin's lessons 1 | Rivera (own): When? | Robin's lessons: I do. | Rivera (own): Do you teach fractions?"
        ])
      #expect(
        try await ground.seen(provider) == [
          "Rivera 2 | Rivera: When? | Robin's lessons (own): I do. | Rivera: Do you teach fractions?"
        ])
      for (viewer, until) in [(provider, ofFamily), (talk.elena, reply)] {
        let marked = try await talk.answer(
          #"mutation { markConversationRead(input: {id: "\#(id)", until: "\#(until)"}) { conversation { unreadCount } } }"#, as: viewer)
        #expect(marked.at("data", "markConversationRead", "conversation", "unreadCount") == .number("0"), "\(marked)")
      }
      #expect(try await ground.send("A file", to: id, #", fileIds: ["\#(newID())"]"#, as: provider).code == "BAD_USER_INPUT")
    }
  }

  @Test func `A family and a provider have one conversation`() async throws {
    try await run { ground in
      let talk = ground.talk
      let first = try await ground.started(as: talk.elena)
      #expect(try await ground.started(as: talk.mateo) == first)
      #expect(try await ground.started(#", text: "Hello""#, as: talk.mateo) == first)
      #expect(try await ground.seen(ground.provider) == ["Rivera 1 | Rivera: Hello"])
      let other = try await ground.started(#", text: "Good day""#, as: ground.stranger)
      #expect(other != first)
      let name = try await talk.text(
        "SELECT name FROM families WHERE family_id = \(bind: .uuid(try #require(ground.stranger.membership).familyID))")
      #expect(try await ground.seen(ground.provider) == ["\(name) 1 | \(name): Good day", "Rivera 1 | Rivera: Hello"])
      #expect(try await ground.seen(talk.elena) == ["Robin's lessons 0 | Rivera (own): Hello"])
      #expect(try await ground.send("No", to: other, as: talk.elena).code == "NOT_FOUND")
      // An id that another family has used tells nothing of it.
      let taken = try await ground.start(id: other, with: try await self.listed(ground), as: talk.elena)
      #expect(taken.code == "CONFLICT" && taken.inputPath == "input.id", "\(taken)")
    }
  }

  /// Another provider in the directory.
  private func listed(_ ground: ProviderTalkGround) async throws -> String {
    let id = try await BookingGround.applied(try await ground.talk.newcomer(), "UTC", ground.talk)
    try await BookingGround.admit(id, ground.talk)
    return id
  }

  @Test func `Parents alone begin one, with a provider that they see`() async throws {
    try await run { ground in
      let talk = ground.talk
      #expect(try await ground.start(as: talk.ada).code == "FORBIDDEN")
      #expect(try await ground.start(with: newID(), as: talk.ada).code == "FORBIDDEN")
      #expect(try await ground.start(as: ground.provider).code == "NOT_FOUND")
      #expect(try await ground.start(as: talk.newcomer()).code == "NOT_FOUND")
      // One that no operator has admitted is as one that is not there.
      let waiting = try await BookingGround.applied(try await talk.newcomer(), "UTC", talk)
      let (hidden, missing) = (try await ground.start(with: waiting, as: talk.elena), try await ground.start(with: newID(), as: talk.elena))
      #expect(hidden.code == "NOT_FOUND" && hidden.inputPath == "input.providerId" && hidden == missing, "\(hidden) \(missing)")
      for fields in [#", title: "Lessons""#, #", memberIds: ["\#(newID())"]"#, #", groupFamilyId: "\#(newID())""#] {
        #expect(try await ground.start(fields, as: talk.elena).code == "BAD_USER_INPUT", "\(fields)")
      }
      #expect(try await ground.seen(ground.provider) == [])
    }
  }

  @Test func `Both write while the provider is listed or a booking stands, and read after that`() async throws {
    try await run { ground in
      let (talk, provider) = (ground.talk, ground.provider)
      let id = try await ground.started(#", text: "Hello""#)
      let booking = try await ground.ground.booked()
      try await BookingGround.admit(ground.ground.providerID, isListed: false, talk)
      for (number, viewer) in [talk.elena, provider].enumerated() {
        #expect(try await ground.send("Booked \(number)", to: id, as: viewer).at("errors") == nil)
      }
      // A family that has booked begins one; another does not find the provider any more.
      #expect(try await ground.start(as: ground.stranger).code == "NOT_FOUND")
      let known = try await ground.seen(provider)
      _ = try await ground.ground.act("declineBooking", booking, #", reason: "Away""#, as: provider)
      for viewer in [talk.elena, provider] {
        let refused = try await ground.send("Late", to: id, as: viewer)
        #expect(refused.code == "CONFLICT" && refused.inputPath == "input.conversationId", "\(refused)")
      }
      #expect(try await ground.start(as: talk.mateo).at("data", "startConversation", "conversation", "id")?.string == id)
      #expect(try await ground.start(#", text: "Late""#, as: talk.mateo).code == "CONFLICT")
      #expect(try await ground.seen(provider) == known)
      #expect(try await ground.seen(talk.elena).count == 1)
      // A booking that nobody has confirmed by its start, or that is over, stands no more; one that is confirmed does.
      try await BookingGround.admit(ground.ground.providerID, talk)
      let next = try await ground.ground.booked(31)
      try await BookingGround.admit(ground.ground.providerID, isListed: false, talk)
      try await ground.ground.shift(next, startsIn: "-5 minutes")
      #expect(try await ground.send("Late", to: id, as: talk.elena).code == "CONFLICT")
      try await talk.database.run("UPDATE bookings SET state = 'CONFIRMED' WHERE id = \(bind: .uuid(try #require(UUIDValue(next))))")
      #expect(try await ground.send("On my way", to: id, as: provider).at("errors") == nil)
      try await ground.ground.shift(next, startsIn: "-2 hours")
      #expect(try await ground.send("Late", to: id, as: provider).code == "CONFLICT")
    }
  }

  @Test func `A family that has booked begins one with a provider that is listed no more`() async throws {
    try await run { ground in
      _ = try await ground.ground.booked()
      try await BookingGround.admit(ground.ground.providerID, isListed: false, ground.talk)
      _ = try await ground.started(#", text: "Where do you park?""#)
      #expect(try await ground.seen(ground.provider) == ["Rivera 1 | Rivera: Where do you park?"])
    }
  }

  @Test func `The provider learns the name of the family, and nothing else of it`() async throws {
    try await run { ground in
      let talk = ground.talk
      try await talk.database.run("UPDATE accounts SET name = 'Zephyrine' WHERE id = \(bind: .uuid(ground.provider.accountID))")
      let id = try await ground.started(#", text: "Hello""#)
      let family = try #require(talk.elena.membership)
      let everything = """
        { viewer { conversations { id kind title isOpen createdAt people { id name } readers { id } schoolClass { id }
          messages { id authorName author { id name } files { id } state } } notifications { event title body arguments { person title } } } }
        """
      try await ground.tell()
      let seen = "\(try await talk.ask(everything, as: ground.provider))"
      for secret in [family.familyID.description, family.memberID.description, talk.elena.accountID.description, "Elena", "Mateo"] {
        #expect(!seen.contains(secret), "\(secret): \(seen)")
      }
      // Nor does the family learn the account of the provider.
      let own = "\(try await talk.ask(everything, as: talk.elena))"
      #expect(!own.contains(ground.provider.accountID.description) && !own.contains("Zephyrine"), "\(own)")
      // Names follow.
      _ = try await talk.ask(#"mutation { updateFamily(input: {name: "Rivera-Diaz"}) { family { name } } }"#, as: talk.elena)
      #expect(try await ground.seen(ground.provider) == ["Rivera-Diaz 1 | Rivera: Hello"])
      _ = try await talk.ask(
        #"mutation { applyAsProvider(input: {name: "Robin", timeZone: "UTC"}) { providerPlace { provider { name } } } }"#, as: ground.provider)
      #expect(try await ground.seen(talk.mateo) == ["Robin 0 | Rivera (own): Hello"])
      _ = try await talk.ask(#"mutation { updateFamily(input: {name: "Rivera"}) { family { name } } }"#, as: talk.elena)
      #expect(try await talk.ask(#"{ conversation(id: "\#(id)") { title } }"#, as: ground.provider).at("conversation", "title")?.string == "Rivera")
    }
  }

  @Test func `Each side is notified of the other's messages, at most of 60 in an hour`() async throws {
    try await run { ground in
      let (talk, provider) = (ground.talk, ground.provider)
      let id = try await ground.started(#", text: "Hello""#)
      try await ground.tell()
      #expect(try await ground.notices(provider) == ["CLIENT_MESSAGE: New message from Rivera"])
      for viewer in [talk.elena, talk.mateo, talk.ada] { #expect(try await ground.notices(viewer) == []) }
      _ = try await ground.send("Hi", to: id, as: provider)
      try await ground.tell()
      for parent in [talk.elena, talk.mateo] {
        #expect(try await ground.notices(parent) == ["PROVIDER_MESSAGE: New message from Robin's lessons"])
      }
      #expect(try await ground.notices(talk.ada) == [])
      #expect(try await ground.notices(provider).count == 1)
      // Nothing is told of a message that is not shown by then.
      let hidden = newID()
      _ = try await ground.send("Hidden", to: id, id: hidden, as: talk.elena)
      try await talk.database.run("UPDATE conversation_messages SET state = 'HIDDEN' WHERE id = \(bind: .text(hidden))::uuid")
      try await ground.tell()
      #expect(try await ground.notices(provider).count == 1)
      try await talk.database.run(
        """
        INSERT INTO account_notifications (account_id, id, kind, event, arguments)
        SELECT \(bind: .uuid(provider.accountID)), gen_random_uuid(), 'CONVERSATION', 'CLIENT_MESSAGE', '{"person": "Rivera"}'
        FROM generate_series(1, 59)
        """)
      _ = try await ground.send("More", to: id, as: talk.elena)
      try await ground.tell()
      let count = try await talk.text(
        "SELECT count(*)::text FROM account_notifications WHERE account_id = \(bind: .uuid(provider.accountID)) AND kind = 'CONVERSATION'")
      #expect(count == "60")
    }
  }

  @Test func `Messages are limited by account: 60 an hour for parents, 300 for providers`() async throws {
    try await run { ground in
      let talk = ground.talk
      let id = try await ground.started(#", text: "1""#)
      for number in 2...60 { #expect(try await ground.send("\(number)", to: id, as: talk.elena).at("errors") == nil, "\(number)") }
      #expect(try await ground.send("61", to: id, as: talk.elena).code == "LIMIT_EXCEEDED")
      #expect(try await ground.start(#", text: "61""#, as: talk.elena).code == "LIMIT_EXCEEDED")
      for number in 1...61 { #expect(try await ground.send("\(number)", to: id, as: ground.provider).at("errors") == nil, "\(number)") }
    }
  }

  @Test func `The conversation goes with either side, and with its age`() async throws {
    try await run { ground in
      let (talk, provider) = (ground.talk, ground.provider)
      try await talk.database.run("UPDATE sessions SET authenticated_at = now()")
      _ = try await ground.started(#", text: "Hello""#)
      let document = try await talk.ask("mutation { exportAccount { document } }", as: provider).at("exportAccount", "document")
      #expect(document?.at("familyMessages")?.array?.isEmpty == true, "\(String(describing: document))")
      let id = try await ground.started()
      _ = try await ground.send("Hi", to: id, as: provider)
      let own = try await talk.ask("mutation { exportAccount { document } }", as: provider).at("exportAccount", "document", "familyMessages")
      #expect(own?.array?.count == 1 && own?.at(0, "text")?.string == "Hi", "\(String(describing: own))")
      let ofParent = try await talk.ask("mutation { exportAccount { document } }", as: talk.elena).at("exportAccount", "document", "familyMessages")
      #expect(ofParent?.array?.count == 1 && ofParent?.at(0, "text")?.string == "Hello", "\(String(describing: ofParent))")

      #expect(try await ground.seen(talk.elena).count == 1)
      _ = try await talk.answer(#"mutation { deleteAccount(input: {confirmation: "New"}) { __typename } }"#, as: provider)
      #expect(try await ground.seen(talk.elena) == [])
      for table in ["conversations", "conversation_messages", "family_conversations"] {
        #expect(try await talk.text("SELECT count(*)::text FROM \(identifier: table)") == "0", "\(table)")
      }
    }
    try await run { ground in
      let talk = ground.talk
      try await talk.database.run("UPDATE sessions SET authenticated_at = now()")
      // A family that no other test has.
      let client = AccountViewer(talk.database.sample.parentAccount(of: 1))
      _ = try await ground.started(#", text: "Hello""#, as: client)
      #expect(try await ground.seen(ground.provider).count == 1)
      try await talk.database.run("UPDATE conversation_messages SET created_at = now() - interval '401 days'")
      try await talk.database.run("UPDATE conversations SET last_message_at = now() - interval '401 days'")
      try await talk.database.forgetContent()
      #expect(try await ground.seen(ground.provider) == [])
      _ = try await ground.started(#", text: "Hello again""#, as: client)
      #expect(try await ground.seen(ground.provider).count == 1)
      let family = try await talk.text(
        "SELECT name FROM families WHERE family_id = \(bind: .uuid(try #require(client.membership).familyID))")
      let deleted = try await talk.answer(
        #"mutation { deleteFamily(input: {familyName: "\#(family)"}) { id } }"#, as: client)
      #expect(deleted.at("errors") == nil, "\(deleted)")
      #expect(try await ground.seen(ground.provider) == [])
      #expect(try await talk.text("SELECT count(*)::text FROM conversations") == "0")
    }
  }

  @Test func `Parents who begin at once begin one, and both sides send at once`() async throws {
    try await run { ground in
      let parents = [ground.talk.elena, ground.talk.mateo]
      let ids = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<8 { group.addTask { try await ground.started(#", text: "\#(number)""#, as: parents[number % 2]) } }
        return try await group.reduce(into: [String]()) { $0.append($1) }
      }
      #expect(Set(ids).count == 1)
      let conversation = try #require(ids.first)
      let senders = parents + [ground.provider, ground.provider]
      let codes = try await withThrowingTaskGroup(of: String?.self) { group in
        for number in 0..<16 {
          group.addTask { try await ground.send("At once", to: conversation, as: senders[number % senders.count]).code }
        }
        return try await group.reduce(into: [String?]()) { $0.append($1) }
      }
      #expect(codes.allSatisfy { $0 == nil }, "\(codes)")
      #expect(try await ground.talk.text("SELECT count(*)::text FROM conversation_messages") == "24")
      #expect(try await ground.talk.text("SELECT count(*)::text FROM conversations") == "1")
    }
  }

  @Test func `A provider that goes while families write leaves nothing behind, and nobody waits for ever`() async throws {
    for _ in 0..<5 {
      try await run { ground in
        let talk = ground.talk
        try await talk.database.run("UPDATE sessions SET authenticated_at = now()")
        let conversation = try await ground.started(#", text: "Hello""#)
        let codes = try await withThrowingTaskGroup(of: String?.self) { group in
          group.addTask { try await ground.send("Bye", to: conversation, as: talk.elena).code }
          group.addTask { try await ground.send("Bye", to: conversation, as: talk.mateo).code }
          group.addTask { try await ground.start(as: ground.stranger).code }
          group.addTask {
            try await talk.answer(#"mutation { deleteAccount(input: {confirmation: "New"}) { __typename } }"#, as: ground.provider).code
          }
          return try await group.reduce(into: [String?]()) { $0.append($1) }
        }
        #expect(codes.allSatisfy { $0 == nil || $0 == "NOT_FOUND" }, "\(codes)")
        #expect(try await talk.text("SELECT count(*)::text FROM conversations") == "0")
        #expect(try await ground.seen(talk.elena) == [])
      }
    }
  }
}
