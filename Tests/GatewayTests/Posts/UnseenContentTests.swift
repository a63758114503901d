import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Content that a viewer does not see is told to it by nothing: each answer is as it was before there was any.
@Suite struct UnseenContentTests {
  /// Everything that a viewer may ask of a post and a comment on it.
  private static func questions(_ post: UUIDValue, _ comment: UUIDValue) -> [String] {
    let lists = [
      "", "(first: 1)", "(offset: 1)", #"(where: {text: {eq: "canary"}})"#, #"(where: {not: {text: {eq: "canary"}}})"#,
      "(where: {state: {in: [PENDING, REJECTED, HIDDEN, REMOVED]}})", #"(where: {id: {eq: "\#(post)"}})"#, "(orderBy: {field: UPDATED_AT})",
    ].map { "{ schools { posts\($0) { id text commentCount comments { id text } } } }" }
    let changes = [
      #"createSchoolComment(input: {postId: "\#(post)", text: "c"}) { schoolComment { id } }"#,
      #"updateSchoolPost(input: {id: "\#(post)", text: "c"}) { schoolPost { id } }"#, #"deleteSchoolPost(input: {id: "\#(post)"}) { id }"#,
      #"approvePost(input: {id: "\#(post)"}) { schoolPost { id } }"#,
      #"rejectPost(input: {id: "\#(post)", reason: "r"}) { schoolPost { id } }"#,
    ]
      + [post, comment].flatMap { id in
        [
          #"hideContent(input: {id: "\#(id)", reason: "r"}) { id }"#, #"showContent(input: {id: "\#(id)"}) { id }"#,
          #"removeContent(input: {id: "\#(id)", reason: "r"}) { id }"#, #"appealContent(input: {id: "\#(id)", text: "t"}) { id }"#,
          #"decideAppeal(input: {id: "\#(id)", restores: true}) { id }"#, #"report(input: {subjectId: "\#(id)", reason: ABUSE}) { id }"#,
        ]
      }
    return lists + changes.map { "mutation { \($0) }" } + [
      #"{ schoolPost(id: "\#(post)") { id } a: node(id: "\#(post)") { id } b: node(id: "\#(comment)") { id } }"#,
      "{ viewer { blocks { id } notifications { id kind body } } }",
    ]
  }

  private func answers(_ post: UUIDValue, _ comment: UUIDValue, as viewer: AccountViewer, in ground: PostGround) async throws -> [String] {
    var answers: [String] = []
    for question in Self.questions(post, comment) { answers.append("\(question): \(try await ground.ask(question, as: viewer).indented())") }
    return answers
  }

  /// Compares what a viewer is told before there is a post and a comment on it with what it is told after `hide`.
  private func compare(
    _ name: String, in ground: PostGround, as viewers: [AccountViewer], fields: String = "", _ hide: (String) async throws -> Void
  ) async throws {
    let (post, comment) = (UUIDValue.random(), UUIDValue.random())
    var former: [[String]] = []
    for viewer in viewers { former.append(try await answers(post, comment, as: viewer, in: ground)) }
    _ = try await ground.post("canary", #", id: "\#(post)"\#(fields)"#, as: ground.parent)
    let written = try await ground.ask(
      #"mutation { createSchoolComment(input: {id: "\#(comment)", postId: "\#(post)", text: "canary"}) { schoolComment { id } } }"#,
      as: ground.parent)
    #expect(written.at("errors") == nil, "\(written)")
    try await hide(post.description)
    for (viewer, known) in zip(viewers, former) {
      let told = try await answers(post, comment, as: viewer, in: ground)
      for (after, before) in zip(told, known) { #expect(after == before, "\(name)") }
    }
    try await ground.database.run("DELETE FROM school_posts WHERE id = \(bind: .uuid(post))")
    try await ground.database.run("DELETE FROM attempts")
  }

  @Test func `A post that is not shown is told to nobody but its author and those who moderate it`() async throws {
    try await PostGround.run("untold") { ground in
      try await ground.database.run("UPDATE schools SET approves_posts = false")
      _ = try await ground.post("seen", as: ground.administrator)
      let leo = try await ground.student()
      for state in ContentState.allCases where state != .published {
        try await compare("\(state)", in: ground, as: [ground.neighbour, ground.otherParent, ground.dispatcher, leo, ground.teacher]) { id in
          try await ground.database.run(
            """
            UPDATE school_posts SET state = \(bind: .text(state.rawValue)), removed_at = \(unescaped: state == .removed ? "now()" : "NULL") \
            WHERE id = \(bind: .uuid(try #require(UUIDValue(id))))
            """)
        }
      }
    }
  }

  @Test func `A post for another class is told to nobody outside it`() async throws {
    try await PostGround.run("untold_classes") { ground in
      try await ground.database.run("UPDATE schools SET approves_posts = false")
      _ = try await ground.post("seen", as: ground.administrator)
      try await compare(
        "another class", in: ground, as: [ground.otherTeacher, try await ground.student()],
        fields: #", classIds: ["\#(PostGround.owls)"]"#
      ) { _ in }
      try await compare("a least age", in: ground, as: [try await ground.student()], fields: ", leastAge: 20") { _ in }
    }
  }

  @Test func `A post of somebody who has blocked the viewer, or whom it reported, is not told to it`() async throws {
    try await PostGround.run("untold_blocks") { ground in
      try await ground.database.run("UPDATE schools SET approves_posts = false")
      _ = try await ground.post("seen", as: ground.administrator)
      try await compare("reported", in: ground, as: [ground.neighbour]) { id in
        let report = #"mutation { report(input: {subjectId: "\#(id)", reason: ABUSE}) { id } }"#
        let answer = try await ground.ask(report, as: ground.neighbour)
        #expect(code(answer) == nil)
      }
      let written = try await ground.write("theirs", as: ground.neighbour)
      let person = try #require(written.at("data", "createSchoolPost", "schoolPost", "author", "id")?.string)
      try await compare("blocked", in: ground, as: [ground.neighbour]) { _ in
        let block = #"mutation { blockPerson(input: {personId: "\#(person)"}) { person { id } } }"#
        let answer = try await ground.ask(block, as: ground.parent)
        #expect(code(answer) == nil)
      }
    }
  }
}
