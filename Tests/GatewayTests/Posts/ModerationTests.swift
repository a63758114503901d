import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Reports, appeals, blocks and exports of what the people of a school write (TT-10).
@Suite struct ModerationTests {
  private func report(_ subject: String, _ reason: String = "ABUSE", _ fields: String = "", as viewer: AccountViewer, in ground: PostGround)
    async throws -> JSONValue
  {
    try await ground.ask(#"mutation { report(input: {subjectId: "\#(subject)", reason: \#(reason)\#(fields)}) { id } }"#, as: viewer)
  }

  private func decide(_ report: JSONValue, _ action: String, as viewer: AccountViewer, in ground: PostGround) async throws -> JSONValue {
    let id = try #require(report.at("data", "report", "id")?.string, "\(report)")
    return try await ground.ask(#"mutation { decideReport(input: {id: "\#(id)", action: \#(action)}) { report { state decidedBy } } }"#, as: viewer)
  }

  private func reports(_ viewer: AccountViewer, _ arguments: String = "", in ground: PostGround) async throws -> JSONValue {
    try await ground.ask("{ schools { reports\(arguments) { id subjectId reason state reportedBy { name } } } }", as: viewer)
  }

  @Test func `A report hides content from the reporter at once and for good, and from all by a decision`() async throws {
    try await PostGround.run("reports") { ground in
      let post = try await ground.post("rude", #", classIds: ["\#(PostGround.owls)"]"#, as: ground.administrator)
      let comment = try await ground.comment("c", on: post, as: ground.teacher)
      #expect(code(try await report(post, as: ground.administrator, in: ground)) == "BAD_USER_INPUT")
      #expect(code(try await report(comment, as: ground.administrator, in: ground)) == "FORBIDDEN")
      #expect(code(try await report(post, as: ground.dispatcher, in: ground)) == "FORBIDDEN")
      #expect(code(try await report(post, as: ground.otherTeacher, in: ground)) == "NOT_FOUND")
      let id = UUIDValue.random()
      let given = try await report(post, "ABUSE", #", id: "\#(id)", text: "It is rude.""#, as: ground.parent, in: ground)
      #expect(given.at("data", "report", "id")?.string == id.description, "\(given)")
      #expect(try await report(post, "ABUSE", #", id: "\#(id)", text: "It is rude.""#, as: ground.parent, in: ground) == given)
      #expect(code(try await report(post, as: ground.parent, in: ground)) == "NOT_FOUND")
      for path in ["{ schools { posts { id } } }", #"{ schoolPost(id: "\#(post)") { id } node(id: "\#(comment)") { id } }"#] {
        #expect(!"\(try await ground.ask(path, as: ground.parent))".contains(post))
        #expect(!"\(try await ground.ask(path, as: ground.parent))".contains(comment))
      }
      #expect(try await ground.texts(as: ground.neighbour) == ["rude"])
      // Those who moderate it see the report, and administrators alone by whom it is.
      #expect(code(try await reports(ground.parent, in: ground)) == "FORBIDDEN")
      #expect(code(try await reports(ground.dispatcher, in: ground)) == "FORBIDDEN")
      let seen = try await reports(ground.administrator, "(open: true)", in: ground)
      #expect(seen.at("data", "schools", 0, "reports", 0, "subjectId")?.string == post, "\(seen)")
      #expect(seen.at("data", "schools", 0, "reports", 0, "reportedBy", "name")?.string == "Elena Rivera")
      let taught = try await reports(ground.teacher, in: ground)
      #expect(taught.at("data", "schools", 0, "reports", 0, "id")?.string == id.description, "\(taught)")
      #expect(taught.at("data", "schools", 0, "reports", 0, "reportedBy") == .null && code(taught) == "FORBIDDEN", "\(taught)")
      #expect(try await reports(ground.otherTeacher, in: ground).at("data", "schools", 0, "reports") == .array([]))
      #expect(code(try await decide(given, "KEEP", as: ground.parent, in: ground)) == "NOT_FOUND")
      #expect(try await decide(given, "KEEP", as: ground.teacher, in: ground).at("data", "decideReport", "report", "state")?.string == "KEPT")
      #expect(try await ground.texts(as: ground.parent) == [])
      #expect(try await ground.texts(as: ground.neighbour) == ["rude"])
      let second = try await report(post, as: ground.neighbour, in: ground)
      #expect(try await decide(second, "REMOVE", as: ground.administrator, in: ground).at("data", "decideReport", "report", "state")?.string == "REMOVED")
      #expect(try await ground.state(of: "school_posts", post) == "REMOVED")
      #expect(code(try await decide(given, "HIDE", as: ground.administrator, in: ground)) == "CONFLICT")
      #expect(try await ground.texts(as: ground.otherParent) == [])
    }
  }

  @Test func `A child in a picture hides content until it is decided, where a parent reports it`() async throws {
    try await PostGround.run("child") { ground in
      let post = try await ground.post("p", as: ground.administrator)
      _ = try await report(post, "CHILD_IN_PICTURE", as: try await ground.student(), in: ground)
      #expect(try await ground.state(of: "school_posts", post) == "PUBLISHED")
      let first = try await report(post, "CHILD_IN_PICTURE", as: ground.parent, in: ground)
      #expect(try await ground.state(of: "school_posts", post) == "HIDDEN")
      #expect(try await ground.texts(as: ground.neighbour) == [])
      // All staff see it meanwhile, whether they moderate it or not.
      for staff in [ground.teacher, ground.otherTeacher, ground.dispatcher, ground.administrator] {
        #expect(try await ground.texts(as: staff) == ["p"])
      }
      #expect(try await decide(first, "KEEP", as: ground.administrator, in: ground).at("errors") == nil)
      #expect(try await ground.texts(as: ground.neighbour) == ["p"])
      #expect(try await ground.texts(as: ground.parent) == [])
    }
  }

  @Test func `Two people who block each other see nothing of each other, and staff is not blocked`() async throws {
    try await PostGround.run("block") { ground in
      try await ground.database.run("UPDATE schools SET approves_posts = false")
      let theirs = try await ground.write("theirs", as: ground.neighbour)
      let person = try #require(theirs.at("data", "createSchoolPost", "schoolPost", "author", "id")?.string)
      let post = try #require(theirs.at("data", "createSchoolPost", "schoolPost", "id")?.string)
      let own = try await ground.write("own", as: ground.parent)
      let self_ = try #require(own.at("data", "createSchoolPost", "schoolPost", "author", "id")?.string)
      let staff = try #require(
        try await ground.write("s", as: ground.administrator).at("data", "createSchoolPost", "schoolPost", "author", "id")?.string)
      func block(_ id: String, _ mutation: String = "blockPerson", as viewer: AccountViewer) async throws -> JSONValue {
        try await ground.ask(#"mutation { \#(mutation)(input: {personId: "\#(id)"}) { person { id } } }"#, as: viewer)
      }
      #expect(code(try await block(staff, as: ground.parent)) == "BAD_USER_INPUT")
      #expect(code(try await block(person, as: ground.administrator)) == "BAD_USER_INPUT")
      #expect(code(try await block(self_, as: ground.parent)) == "BAD_USER_INPUT")
      // A parent who works at the school is staff.
      try await ground.database.run(
        """
        INSERT INTO school_staff (school_id, id, account_id, role, name) VALUES (
          \(bind: .uuid(PostGround.school)), gen_random_uuid(), \(bind: .uuid(ground.neighbour.accountID)), 'TEACHER', 'Neighbour')
        """)
      #expect(code(try await block(person, as: ground.parent)) == "BAD_USER_INPUT")
      try await ground.database.run("DELETE FROM school_staff WHERE name = 'Neighbour'")
      #expect(code(try await block(UUIDValue.random().description, as: ground.parent)) == "NOT_FOUND")
      #expect(Set(try await ground.texts(as: ground.parent)) == ["theirs", "own", "s"])
      #expect(code(try await block(person, as: ground.parent)) == nil)
      #expect(code(try await block(person, as: ground.parent)) == nil)
      #expect(Set(try await ground.texts(as: ground.parent)) == ["own", "s"])
      #expect(Set(try await ground.texts(as: ground.neighbour)) == ["theirs", "s"])
      #expect(Set(try await ground.texts(as: ground.otherParent)) == ["theirs", "own", "s"])
      let comment = #"mutation { createSchoolComment(input: {postId: "\#(post)", text: "c"}) { schoolComment { id } } }"#
      #expect(code(try await ground.ask(comment, as: ground.parent)) == "NOT_FOUND")
      let list = "{ viewer { blocks { id name } } }"
      #expect(try await ground.ask(list, as: ground.parent).at("data", "viewer", "blocks", 0, "id")?.string == person)
      #expect(try await ground.ask(list, as: ground.neighbour).at("data", "viewer", "blocks") == .array([]))
      #expect(code(try await block(person, "unblockPerson", as: ground.parent)) == nil)
      #expect(Set(try await ground.texts(as: ground.parent)) == ["theirs", "own", "s"])
      #expect(Set(try await ground.texts(as: ground.neighbour)) == ["theirs", "own", "s"])
    }
  }

  @Test func `An author appeals once, and an administrator decides`() async throws {
    try await PostGround.run("appeal") { ground in
      let post = try await ground.post("p", #", classIds: ["\#(PostGround.owls)"]"#, as: ground.parent)
      #expect(code(try await ground.act("rejectPost", post, #", reason: "Too loud""#, as: ground.teacher)) == nil)
      let look = #"{ schoolPost(id: "\#(post)") { state stateReason appeal } }"#
      #expect(try await ground.ask(look, as: ground.parent).at("data", "schoolPost", "stateReason")?.string == "Too loud")
      #expect(code(try await ground.act("appealContent", post, #", text: "It is not""#, as: ground.parent)) == nil)
      #expect(code(try await ground.act("appealContent", post, #", text: "It is not""#, as: ground.parent)) == "CONFLICT")
      #expect(code(try await ground.act("decideAppeal", post, ", restores: true", as: ground.teacher)) == "FORBIDDEN")
      #expect(code(try await ground.act("decideAppeal", post, ", restores: false", as: ground.administrator)) == nil)
      #expect(code(try await ground.act("appealContent", post, #", text: "But""#, as: ground.parent)) == "CONFLICT")
      #expect(code(try await ground.act("decideAppeal", post, ", restores: true", as: ground.administrator)) == nil)
      #expect(try await ground.texts(as: ground.neighbour) == ["p"])
      let shown = try await ground.ask(look, as: ground.parent)
      #expect(shown.at("data", "schoolPost", "appeal") == .null && shown.at("data", "schoolPost", "stateReason") == .null)
    }
  }

  @Test func `An administrator exports a complaint, which the log of disclosures records`() async throws {
    try await PostGround.run("complaint") { ground in
      let post = try await ground.post("rude", #", classIds: ["\#(PostGround.owls)"]"#, as: ground.teacher)
      _ = try await ground.comment("very", on: post, as: ground.parent)
      let given = try await report(post, as: ground.neighbour, in: ground)
      let id = try #require(given.at("data", "report", "id")?.string)
      let export = #"mutation { exportComplaint(input: {reportId: "\#(id)"}) { document } }"#
      #expect(code(try await ground.ask(export, as: ground.teacher)) == "FORBIDDEN")
      #expect(code(try await ground.ask(export, as: ground.neighbour)) == "NOT_FOUND")
      let answer = try await ground.ask(export, as: ground.administrator)
      let document = answer.at("data", "exportComplaint", "document")
      #expect(document?.at("report", "subjectText")?.string == "rude", "\(answer)")
      #expect(document?.at("content", "text")?.string == "rude")
      #expect(document?.at("comments", 0, "text")?.string == "very")
      #expect(document?.at("reports") == .array([]))
      let log = try await ground.ask("{ schools { disclosures(first: 1) { kind personName } } }", as: ground.administrator)
      #expect(log.at("data", "schools", 0, "disclosures", 0, "kind")?.string == "COMPLAINT", "\(log)")
    }
  }

  @Test func `Removed content is forgotten after 90 days`() async throws {
    try await PostGround.run("retention") { ground in
      let post = try await ground.post("p", as: ground.administrator)
      _ = try await ground.act("removeContent", post, #", reason: "r""#, as: ground.administrator)
      func forget() async throws { try await ground.database.forgetContent() }
      try await forget()
      #expect(try await ground.state(of: "school_posts", post) == "REMOVED")
      #expect(try await ground.texts(as: ground.parent) == [])
      #expect(try await ground.texts(as: ground.administrator) == ["p"])
      try await ground.database.run("UPDATE school_posts SET removed_at = now() - interval '91 days' WHERE state = 'REMOVED'")
      try await forget()
      #expect(try await ground.state(of: "school_posts", post) == nil)
    }
  }
}
