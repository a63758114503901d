import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Conversations of the people of a school (TT-09). Leo is in the Foxes with Omar Nasser, Mia in the Owls with Thea Becker.
@Suite struct ConversationTests {
  private func run(_ name: String, _ body: (ConversationGround) async throws -> Void) async throws {
    try await ConversationGround.run(name, body)
  }

  @Test func `Each kind of person writes to those whom the school names`() async throws {
    try await run("correspondents") { ground in
      let staff: Set = ["Daniel Whitfield", "Hannah Osei", "Omar Nasser", "Thea Becker"]
      #expect(Set(try await ground.correspondents(ground.pickup.parent).keys) == staff)
      #expect(Set(try await ground.correspondents(ground.leo).keys) == ["Omar Nasser"])
      let parents: Set = ["Elena Rivera", "Mateo Rivera"]
      #expect(Set(try await ground.correspondents(ground.pickup.teacher).keys) == staff.subtracting(["Thea Becker"]).union(parents))
      #expect(try await ground.correspondents(ground.pickup.otherTeacher)["Leo Rivera"] == nil)
      try await ground.consent()
      #expect(try await ground.correspondents(ground.pickup.otherTeacher)["Leo Rivera"] != nil)
      #expect(try await ground.correspondents(ground.pickup.teacher)["Leo Rivera"] == nil)
      let stranger = try await ground.pickup.stranger()
      #expect(try await ground.correspondents(stranger) == [:])
      // Parents of a class, once the school lets them.
      let changed = try await ground.pickup.ask(
        #"mutation { updateSchool(input: {id: "\#(DemonstrationFamily.schoolID)", parentsWriteToParents: true}) { school { parentsWriteToParents } } }"#,
        as: ground.pickup.administrator)
      #expect(changed.at("data", "updateSchool", "school", "parentsWriteToParents") == .bool(true), "\(changed)")
      #expect(Set(try await ground.correspondents(ground.pickup.parent).keys) == staff.union(["Mateo Rivera"]))
      // A bar counts from the next request on.
      try await ground.pickup.bar("Mateo Rivera", from: "Mia")
      #expect(try await ground.correspondents(ground.pickup.teacher)["Mateo Rivera"] == nil)
      #expect(try await ground.correspondents(ground.pickup.otherParent)["Thea Becker"] == nil)
    }
  }

  @Test func `A parent and a teacher write to each other, and nobody else reads it`() async throws {
    try await run("two") { ground in
      let id = newID()
      let person = try await ground.person("Thea Becker")
      let input = "personIds: [\"\(person)\"], text: \"Hello\""
      let made = try await ground.start(input, id: id, as: ground.pickup.parent)
      let conversation = made.at("data", "startConversation", "conversation")
      #expect(conversation?.at("title")?.string == "Thea Becker", "\(made)")
      #expect(conversation?.at("kind")?.string == "SCHOOL")
      #expect(conversation?.at("people")?.array?.count == 2)
      #expect(conversation?.at("readers") == .array([]))
      #expect(try await ground.start(input, id: id, as: ground.pickup.parent) == made)
      #expect(try await ground.texts(id, as: ground.pickup.teacher) == ["Hello"])
      let answer = newID()
      let sent = try await ground.send("Good morning", to: id, id: answer, as: ground.pickup.teacher)
      #expect(sent.at("data", "sendMessage", "message", "text")?.string == "Good morning", "\(sent)")
      #expect(try await ground.send("Good morning", to: id, id: answer, as: ground.pickup.teacher) == sent)
      #expect(try await ground.texts(id, as: ground.pickup.parent) == ["Good morning", "Hello"])
      for other in [ground.pickup.otherParent, ground.pickup.otherTeacher, ground.pickup.administrator, ground.pickup.dispatcher, ground.leo] {
        #expect(try await ground.texts(id, as: other) == nil)
        let refused = try await ground.send("Hi", to: id, as: other)
        #expect(refused.code == (other == ground.leo ? "CONSENT_REQUIRED" : "NOT_FOUND"), "\(refused)")
        #expect(try await ground.unread(other) == ["0"])
      }
      // The teacher who leaves the school reads it no more.
      try await ground.pickup.database.run("DELETE FROM school_staff WHERE name = 'Thea Becker'")
      #expect(try await ground.texts(id, as: ground.pickup.teacher) == nil)
      #expect(try await ground.texts(id, as: ground.pickup.parent)?.count == 2)
    }
  }

  @Test func `Whom one may not write to is not found`() async throws {
    try await run("others") { ground in
      let (mateo, omar, thea) = (
        try await ground.person("Mateo Rivera"), try await ground.person("Omar Nasser"), try await ground.person("Thea Becker")
      )
      #expect(try await ground.start("personIds: [\"\(omar)\", \"\(mateo)\"]", as: ground.pickup.parent).code == "NOT_FOUND")
      #expect(try await ground.start("personIds: [\"\(newID())\"]", as: ground.pickup.parent).code == "NOT_FOUND")
      #expect(try await ground.start("title: \"Nobody\"", as: ground.pickup.parent).code == "BAD_USER_INPUT")
      #expect(
        try await ground.start("personIds: [\"\(omar)\"], classId: \"\(DemonstrationClass.owls.id)\"", as: ground.pickup.parent).code
          == "BAD_USER_INPUT")
      // A student writes to its teachers, with a consent.
      #expect(try await ground.start("personIds: [\"\(omar)\"]", as: ground.leo).code == "CONSENT_REQUIRED")
      try await ground.consent()
      #expect(try await ground.start("personIds: [\"\(thea)\"]", as: ground.leo).code == "NOT_FOUND")
      #expect(try await ground.start("personIds: [\"\(omar)\"]", as: ground.leo).at("errors") == nil)
      // An administrator writes to it, and it does not answer.
      let id = try await ground.started(with: ["Leo Rivera"], as: ground.pickup.administrator)
      #expect(try await ground.texts(id, as: ground.leo) == ["Hello"])
      #expect(try await ground.send("Hi", to: id, as: ground.leo).code == "FORBIDDEN")
    }
  }

  @Test func `Parents read along with a student under 18, and write nothing`() async throws {
    try await run("readers") { ground in
      try await ground.consent()
      let id = try await ground.started(with: ["Omar Nasser"], as: ground.leo)
      let seen = try await ground.pickup.ask(
        #"{ conversation(id: "\#(id)") { title people { name } readers { name } } }"#, as: ground.pickup.otherTeacher)
      #expect(seen.at("data", "conversation", "title")?.string == "Leo Rivera", "\(seen)")
      let readers = seen.at("data", "conversation", "readers")?.array?.compactMap { $0.at("name")?.string }
      #expect(readers == ["Elena Rivera", "Mateo Rivera"])
      #expect(try await ground.texts(id, as: ground.pickup.parent) == ["Hello"])
      #expect(try await ground.unread(ground.pickup.parent) == ["1", "1"])
      #expect(try await ground.send("Hi", to: id, as: ground.pickup.parent).code == "FORBIDDEN")
      #expect(try await ground.texts(id, as: ground.pickup.teacher) == nil)
      // A withdrawn consent counts from the next message on.
      let student = try await ground.pickup.students().leo
      _ = try await ground.pickup.ask(
        #"mutation { withdrawConsent(input: {studentId: "\#(student)", kind: MESSAGES}) { student { id } } }"#, as: ground.pickup.parent)
      #expect(try await ground.send("Hi", to: id, as: ground.leo).code == "CONSENT_REQUIRED")
      #expect(try await ground.send("Hi", to: id, as: ground.pickup.otherTeacher).code == "FORBIDDEN")
      // A barred parent reads nothing more, and one of a student of age neither.
      try await ground.pickup.bar("Mateo Rivera", from: "Leo")
      #expect(try await ground.texts(id, as: ground.pickup.otherParent) == nil)
      try await ground.pickup.database.run(
        "UPDATE members SET birthday = (now() - interval '18 years 2 days')::date WHERE name = 'Leo Rivera'")
      #expect(try await ground.texts(id, as: ground.pickup.parent) == nil)
      let later = try await ground.pickup.ask(#"{ conversation(id: "\#(id)") { readers { name } } }"#, as: ground.pickup.otherTeacher)
      #expect(later.at("data", "conversation", "readers") == .array([]), "\(later)")
    }
  }

  @Test func `Staff begin a group of a class, whose people change with it`() async throws {
    try await run("class") { ground in
      try await ground.consent()
      let fields = "classId: \"\(DemonstrationClass.foxes.id)\", text: \"Welcome\""
      #expect(try await ground.start(fields, as: ground.pickup.parent).code == "FORBIDDEN")
      #expect(try await ground.start(fields, as: ground.pickup.teacher).code == "FORBIDDEN")
      let made = try await ground.start(fields, as: ground.pickup.otherTeacher)
      let conversation = try #require(made.at("data", "startConversation", "conversation"), "\(made)")
      #expect(conversation.at("title")?.string == "Leo Rivera")
      #expect(conversation.at("schoolClass", "name")?.string == "Foxes")
      #expect(conversation.at("kind")?.string == "CLASS")
      func names(_ field: String) -> [String]? { conversation.at(.key(field))?.array?.compactMap { $0.at("name")?.string } }
      #expect(names("people") == ["Leo Rivera", "Omar Nasser"])
      #expect(names("readers") == ["Elena Rivera", "Mateo Rivera"])
      let id = try #require(conversation.at("id")?.string)
      #expect(try await ground.send("Thank you", to: id, as: ground.leo).at("errors") == nil)
      #expect(try await ground.send("Thank you", to: id, as: ground.pickup.parent).code == "FORBIDDEN")
      #expect(try await ground.texts(id, as: ground.pickup.parent) == ["Thank you", "Welcome"])
      #expect(try await ground.texts(id, as: ground.pickup.teacher) == nil)
      // Leo goes to the Owls.
      let placed = try await ground.pickup.ask(
        """
        mutation { placeStudent(input: {
          id: "\(try await ground.pickup.enrolment(of: "Leo"))", classId: "\(DemonstrationClass.owls.id)"
        }) { student { name } } }
        """, as: ground.pickup.administrator)
      #expect(placed.at("errors") == nil, "\(placed)")
      #expect(try await ground.texts(id, as: ground.leo) == nil)
      #expect(try await ground.texts(id, as: ground.pickup.parent) == nil)
      let left = try await ground.pickup.ask(
        #"{ conversation(id: "\#(id)") { people { name } readers { name } } }"#, as: ground.pickup.otherTeacher)
      #expect(left.at("data", "conversation", "people")?.array?.count == 1, "\(left)")
      #expect(left.at("data", "conversation", "readers") == .array([]))
    }
  }

  @Test func `Messages are unread until the mark, which never moves back`() async throws {
    try await run("unread") { ground in
      let id = try await ground.started(with: ["Thea Becker"], "One", as: ground.pickup.parent)
      #expect(try await ground.unread(ground.pickup.teacher) == ["1", "1"])
      #expect(try await ground.unread(ground.pickup.parent) == ["0", "0"])
      _ = try await ground.send("Two", to: id, as: ground.pickup.parent)
      let list = try await ground.pickup.ask(#"{ conversation(id: "\#(id)") { messages { id text } } }"#, as: ground.pickup.teacher)
      let messages = (list.at("data", "conversation", "messages")?.array ?? []).compactMap { $0.at("id")?.string }
      #expect(messages.count == 2)
      func mark(_ message: String, as viewer: AccountViewer) async throws -> JSONValue {
        try await ground.pickup.ask(
          #"mutation { markConversationRead(input: {id: "\#(id)", until: "\#(message)"}) { conversation { unreadCount } } }"#, as: viewer)
      }
      let first = try await mark(messages[1], as: ground.pickup.teacher)
      #expect(first.at("data", "markConversationRead", "conversation", "unreadCount") == .number("1"), "\(first)")
      #expect(try await mark(messages[0], as: ground.pickup.teacher).at("data", "markConversationRead", "conversation", "unreadCount") == .number("0"))
      #expect(try await mark(messages[1], as: ground.pickup.teacher).at("data", "markConversationRead", "conversation", "unreadCount") == .number("0"))
      #expect(try await ground.unread(ground.pickup.teacher) == ["0", "0"])
      #expect(try await mark(newID(), as: ground.pickup.teacher).code == "NOT_FOUND")
      #expect(try await mark(messages[0], as: ground.pickup.otherParent).code == "NOT_FOUND")
    }
  }

  @Test func `People who have blocked each other write nothing to each other`() async throws {
    try await run("blocks") { ground in
      try await ground.pickup.database.run("UPDATE schools SET parents_write_to_parents = true")
      let id = try await ground.started(with: ["Mateo Rivera"], as: ground.pickup.parent)
      _ = try await ground.send("Yes?", to: id, as: ground.pickup.otherParent)
      let blocked = try await ground.pickup.ask(
        #"mutation { blockPerson(input: {personId: "\#(try await ground.person("Mateo Rivera"))"}) { person { name } } }"#,
        as: ground.pickup.parent)
      #expect(blocked.at("errors") == nil, "\(blocked)")
      #expect(try await ground.texts(id, as: ground.pickup.parent) == ["Hello"])
      #expect(try await ground.texts(id, as: ground.pickup.otherParent) == ["Yes?"])
      for viewer in [ground.pickup.parent, ground.pickup.otherParent] {
        #expect(try await ground.send("Hi", to: id, as: viewer).code == "FORBIDDEN")
      }
      #expect(try await ground.correspondents(ground.pickup.otherParent)["Elena Rivera"] == nil)
    }
  }

  @Test func `A flood of messages meets its limit`() async throws {
    try await run("flood") { ground in
      let id = try await ground.started(with: ["Thea Becker"], as: ground.pickup.parent)
      // One without a message is none.
      #expect(try await ground.start("personIds: [\"\(try await ground.person("Omar Nasser"))\"]", as: ground.pickup.parent).at("errors") == nil)
      for _ in 0..<59 { #expect(try await ground.send("Hi", to: id, as: ground.pickup.parent).at("errors") == nil) }
      let last = try await ground.send("Hi", to: id, as: ground.pickup.parent)
      #expect(last.code == "LIMIT_EXCEEDED")
      #expect(last.at("errors", 0, "extensions", "retryAfter") != nil)
      #expect(try await ground.send("Yes?", to: id, as: ground.pickup.teacher).at("errors") == nil)
    }
  }
}
