import Domain
import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

/// Messages that are hidden, removed, reported or of somebody who is blocked are told by no list, count, notification or file.
@Suite struct HiddenMessageTests {
  /// A group of the Owls: Thea teaches it, Mia's parents read and write.
  private func run(_ name: String, _ body: (ConversationGround, String) async throws -> Void) async throws {
    try await ConversationGround.run("hidden_\(name)") { ground in
      try await ground.pickup.database.run("UPDATE schools SET parents_write_to_parents = true")
      let made = try await ground.start(
        "classId: \"\(DemonstrationClass.owls.id)\", text: \"Welcome\"", as: ground.pickup.teacher)
      let id = try #require(made.at("data", "startConversation", "conversation", "id")?.string, "\(made)")
      try await body(ground, id)
    }
  }

  private func act(_ mutation: String, _ message: String, _ fields: String = "", as viewer: AccountViewer, _ ground: ConversationGround)
    async throws -> String?
  {
    let name = mutation == "report" ? "subjectId" : "id"
    return code(try await ground.ask(#"mutation { \#(mutation)(input: {\#(name): "\#(message)"\#(fields)}) { id } }"#, as: viewer))
  }

  private func reports(_ viewer: AccountViewer, _ ground: ConversationGround) async throws -> [JSONValue] {
    try await ground.ask("{ schools { reports { id subjectId text } } }", as: viewer).at("data", "schools", 0, "reports")?.array ?? []
  }

  @Test func `A message that its reader reports is gone for it, and its unread count says so`() async throws {
    try await run("report") { ground, id in
      let (parent, other) = (ground.pickup.parent, ground.pickup.otherParent)
      let message = newID()
      #expect(code(try await ground.send("Canary", to: id, id: message, as: other)) == nil)
      #expect(try await ground.unread(parent) == ["1", "2"])
      #expect(try await act("report", message, ", reason: ABUSE", as: parent, ground) == nil)
      #expect(try await ground.unread(parent) == ["1", "1"])
      #expect(try await ground.texts(id, as: parent) == ["Welcome"])
      #expect(try await ground.texts(id, as: ground.pickup.teacher) == ["Canary", "Welcome"])
      let answer = try await ground.ask(
        #"{ node(id: "\#(message)") { id } conversation(id: "\#(id)") { messages(where: {text: {eq: "Canary"}}) { id } } }"#, as: parent)
      #expect(answer.at("data", "node") == .null)
      #expect(answer.at("data", "conversation", "messages") == .array([]))
      let mark = #"mutation { markConversationRead(input: {id: "\#(id)", until: "\#(message)"}) { conversation { id } } }"#
      #expect(code(try await ground.ask(mark, as: parent)) == "NOT_FOUND")
    }
  }

  @Test func `Administrators moderate a message once it is reported`() async throws {
    try await run("moderation") { ground, id in
      let (parent, other, administrator) = (ground.pickup.parent, ground.pickup.otherParent, ground.pickup.administrator)
      let message = newID()
      _ = try await ground.send("Canary", to: id, id: message, as: other)
      #expect(try await act("hideContent", message, #", reason: "r""#, as: administrator, ground) == "NOT_FOUND")
      #expect(try await act("hideContent", message, #", reason: "r""#, as: ground.pickup.teacher, ground) == "FORBIDDEN")
      #expect(try await act("report", message, ", reason: ABUSE", as: other, ground) == "BAD_USER_INPUT")
      #expect(try await act("report", message, ", reason: ABUSE", as: parent, ground) == nil)
      #expect(try await reports(ground.pickup.teacher, ground) == [])
      let report = try #require(try await reports(administrator, ground).first)
      #expect(report.at("subjectId")?.string == message)
      // No other message of it, and not the conversation.
      #expect(try await ground.texts(id, as: administrator) == nil)
      let exported = try await ground.ask(
        #"mutation { exportComplaint(input: {reportId: "\#(report.at("id")?.string ?? "")"}) { document } }"#, as: administrator)
      #expect("\(exported)".contains("Canary") && !"\(exported)".contains("Welcome"), "\(exported)")
      let decided = try await ground.ask(
        #"mutation { decideReport(input: {id: "\#(report.at("id")?.string ?? "")", action: HIDE}) { report { state } } }"#, as: administrator)
      #expect(code(decided) == nil, "\(decided)")
      #expect(try await ground.texts(id, as: ground.pickup.teacher) == ["Welcome"])
      #expect(try await ground.unread(ground.pickup.teacher) == ["0", "0"])
      // Its author sees it, and appeals.
      #expect(try await ground.texts(id, as: other) == ["Canary", "Welcome"])
      #expect(try await act("appealContent", message, #", text: "t""#, as: other, ground) == nil)
      #expect(try await act("decideAppeal", message, ", restores: true", as: administrator, ground) == nil)
      #expect(try await ground.texts(id, as: ground.pickup.teacher) == ["Canary", "Welcome"])
      // Not for the person who reported it.
      #expect(try await ground.texts(id, as: parent) == ["Welcome"])
      #expect(try await act("removeContent", message, #", reason: "r""#, as: administrator, ground) == nil)
      #expect(try await ground.texts(id, as: ground.pickup.teacher) == ["Welcome"])
    }
  }

  @Test func `Messages of people who have blocked each other are in no list and no count`() async throws {
    try await run("blocks") { ground, id in
      let (parent, other) = (ground.pickup.parent, ground.pickup.otherParent)
      let block = #"mutation { blockPerson(input: {personId: "\#(try await ground.person("Mateo Rivera"))"}) { person { id } } }"#
      #expect(code(try await ground.ask(block, as: parent)) == nil)
      for (viewer, author) in [(parent, other), (other, parent)] {
        let before = try await ground.unread(viewer)
        #expect(code(try await ground.send("Canary", to: id, as: author)) == nil)
        #expect(try await ground.unread(viewer) == before)
      }
      #expect(try await ground.texts(id, as: parent)?.count == 2)
      #expect(try await ground.texts(id, as: ground.pickup.teacher)?.count == 3)
    }
  }

  @Test func `Messages that a viewer does not see move no conversation in its list`() async throws {
    try await run("order") { ground, id in
      let (parent, other, teacher) = (ground.pickup.parent, ground.pickup.otherParent, ground.pickup.teacher)
      func order(_ viewer: AccountViewer) async throws -> [String] {
        let answer = try await ground.ask("{ viewer { conversations { id } } }", as: viewer)
        return (answer.at("data", "viewer", "conversations")?.array ?? []).compactMap { $0.at("id")?.string }
      }
      let later = try await ground.started(with: ["Thea Becker"], as: parent)
      #expect(try await order(parent) == [later, id])
      #expect(try await order(teacher) == [later, id])
      // A message that the viewer has reported.
      let message = newID()
      #expect(code(try await ground.send("Canary", to: id, id: message, as: other)) == nil)
      #expect(try await order(parent) == [id, later])
      #expect(try await act("report", message, ", reason: ABUSE", as: parent, ground) == nil)
      #expect(try await order(parent) == [later, id])
      // Messages of people who have blocked each other.
      let block = #"mutation { blockPerson(input: {personId: "\#(try await ground.person("Mateo Rivera"))"}) { person { id } } }"#
      #expect(code(try await ground.ask(block, as: parent)) == nil)
      #expect(code(try await ground.send("Canary", to: id, as: other)) == nil)
      #expect(try await order(parent) == [later, id])
      #expect(try await order(teacher) == [id, later])
      #expect(code(try await ground.send("Seen", to: id, as: teacher)) == nil)
      #expect(try await order(parent) == [id, later])
    }
  }

  @Test func `Members are notified of what they see, and of nothing else`() async throws {
    try await run("notifications") { ground, id in
      let pool = try ConnectionPool(PoolConfiguration(address: ground.pickup.database.superuser.user("hatched_worker")))
      let telling = RepeatedWork.tellings(pool)
      func told(_ viewer: AccountViewer) async throws -> Int {
        try await ground.ask("{ viewer { notifications(first: 200) { kind body } } }", as: viewer)
          .at("data", "viewer", "notifications")?.array?.count { $0.at("kind")?.string == "CONVERSATION" } ?? 0
      }
      _ = try await telling.pass()
      let (parent, other) = (ground.pickup.parent, ground.pickup.otherParent)
      #expect(try await told(parent) == 1)
      #expect(try await told(other) == 1)
      // One that is hidden by then, one of a blocked person, and one's own.
      let message = newID()
      _ = try await ground.send("Hidden", to: id, id: message, as: ground.pickup.teacher)
      try await ground.pickup.database.run(
        "UPDATE conversation_messages SET state = 'HIDDEN' WHERE id = \(bind: .uuid(try #require(UUIDValue(message))))")
      let block = #"mutation { blockPerson(input: {personId: "\#(try await ground.person("Mateo Rivera"))"}) { person { id } } }"#
      _ = try await ground.ask(block, as: parent)
      _ = try await ground.send("Blocked", to: id, as: other)
      _ = try await telling.pass()
      #expect(try await told(parent) == 1)
      #expect(try await told(other) == 1)
      // One who is barred.
      try await ground.pickup.bar("Mateo Rivera", from: "Mia")
      _ = try await ground.send("More", to: id, as: ground.pickup.teacher)
      _ = try await telling.pass()
      #expect(try await told(parent) == 2)
      #expect(try await told(other) == 1)
      await pool.shutdown()
    }
  }

  @Test func `Files of a message are good for those who see it alone`() async throws {
    try await run("files") { ground, id in
      let posts = PostGround(pickup: ground.pickup, neighbour: ground.pickup.parent)
      let (teacher, parent, other) = (ground.pickup.teacher, ground.pickup.parent, ground.pickup.otherParent)
      let file = try await posts.file("DOCUMENT", of: teacher)
      let foreign = try await posts.file(of: ground.pickup.administrator)
      let message = newID()
      let fields = #", fileIds: ["\#(file)"]"#
      #expect(code(try await ground.send("One", to: id, #", fileIds: ["\#(file)", "\#(foreign)"]"#, as: teacher)) == "NOT_FOUND")
      #expect(code(try await ground.send("One", to: id, fields, as: parent)) == "NOT_FOUND")
      #expect(code(try await ground.send("One", to: id, id: message, fields, as: teacher)) == nil)
      let read = try await ground.ask(#"{ conversation(id: "\#(id)") { messages(first: 1) { files { id url } } } }"#, as: parent)
      #expect(read.at("data", "conversation", "messages", 0, "files", 0, "id")?.string == file.description, "\(read)")
      func opens(_ viewer: AccountViewer) async throws -> Bool {
        try await posts.opens(file, "CONVERSATION_MESSAGE", message, as: viewer)
      }
      #expect(try await opens(parent))
      #expect(try await opens(other))
      for viewer in [ground.pickup.administrator, ground.pickup.dispatcher, ground.pickup.otherTeacher, ground.leo] {
        #expect(try await !opens(viewer))
      }
      // A reader passes it on.
      #expect(code(try await ground.send("Again", to: id, fields, as: parent)) == nil)
      #expect(try await act("report", message, ", reason: SPAM", as: other, ground) == nil)
      #expect(try await !opens(other))
      #expect(try await opens(ground.pickup.administrator))
      try await ground.pickup.database.run(
        "UPDATE conversation_messages SET state = 'HIDDEN' WHERE id = \(bind: .uuid(try #require(UUIDValue(message))))")
      #expect(try await !opens(parent))
      #expect(try await opens(teacher))
    }
  }

  @Test func `Messages go after 400 days, removed ones after 90, and conversations with the last of them`() async throws {
    try await run("retention") { ground, id in
      let (parent, database) = (ground.pickup.parent, ground.pickup.database)
      let message = newID()
      _ = try await ground.send("Canary", to: id, id: message, as: parent)
      let mark = #"mutation { markConversationRead(input: {id: "\#(id)", until: "\#(message)"}) { conversation { id } } }"#
      #expect(code(try await ground.ask(mark, as: ground.pickup.teacher)) == nil)
      try await database.run(
        """
        UPDATE conversation_messages SET state = 'REMOVED', removed_at = now() - interval '91 days' \
        WHERE id = \(bind: .uuid(try #require(UUIDValue(message))))
        """)
      try await database.forgetContent()
      #expect(try await ground.texts(id, as: parent) == ["Welcome"])
      try await database.run("UPDATE conversation_messages SET created_at = now() - interval '399 days'")
      try await database.forgetContent()
      #expect(try await ground.texts(id, as: parent) == ["Welcome"])
      try await database.run("UPDATE conversation_messages SET created_at = now() - interval '401 days'")
      try await database.run("UPDATE conversations SET last_message_at = now() - interval '401 days'")
      try await database.forgetContent()
      #expect(try await ground.texts(id, as: parent) == nil)
      let left = try await database.run(
        "SELECT (SELECT count(*) FROM conversations) + (SELECT count(*) FROM conversation_reads WHERE id = \(bind: .uuid(try #require(UUIDValue(id)))))")
      #expect(left.int8(row: 0, column: 0) == 0)
    }
  }

  @Test func `The parents of a student of age are not in the group of the class`() async throws {
    try await ConversationGround.run("hidden_age") { ground in
      try await ground.pickup.database.run(
        "UPDATE members SET birthday = (now() - interval '18 years 2 days')::date WHERE name = 'Leo Rivera'")
      let made = try await ground.start("classId: \"\(DemonstrationClass.foxes.id)\", text: \"Hi\"", as: ground.pickup.otherTeacher)
      let id = try #require(made.at("data", "startConversation", "conversation", "id")?.string, "\(made)")
      #expect(try await ground.texts(id, as: ground.pickup.parent) == nil)
      #expect(try await ground.names("readers", of: id, as: ground.pickup.otherTeacher) == [])
      #expect(try await ground.texts(id, as: ground.leo) == ["Hi"])
      // They write where the school lets them.
      let rule = #"mutation { updateSchool(input: {id: "\#(DemonstrationFamily.schoolID)", parentsWriteToParents: true}) { school { id } } }"#
      #expect(code(try await ground.ask(rule, as: ground.pickup.administrator)) == nil)
      #expect(try await ground.texts(id, as: ground.pickup.parent) == ["Hi"])
      #expect(code(try await ground.send("Hello", to: id, as: ground.pickup.parent)) == nil)
    }
  }
}
