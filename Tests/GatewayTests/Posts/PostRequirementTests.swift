import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Posts need the consent of a parent and accepted terms.
@Suite struct PostRequirementTests {
  private func comment(on post: String, as viewer: AccountViewer, in ground: PostGround) async throws -> String? {
    code(
      try await ground.ask(
        #"mutation { createSchoolComment(input: {postId: "\#(post)", text: "c"}) { schoolComment { id } } }"#, as: viewer))
  }

  @Test func `A student posts and comments with the consent of a parent, or of age`() async throws {
    try await PostGround.run("consent") { ground in
      let leo = try await ground.student()
      let post = try await ground.post("p", as: ground.administrator)
      #expect(code(try await ground.write("a", as: leo)) == nil)
      let own = try await ground.post("b", as: leo)
      try await ground.database.run("UPDATE consents SET withdrawn_at = now() WHERE kind = 'MESSAGES'")
      #expect(code(try await ground.write("c", as: leo)) == "CONSENT_REQUIRED")
      #expect(code(try await ground.act("updateSchoolPost", own, #", text: "d""#, as: leo)) == "CONSENT_REQUIRED")
      #expect(try await comment(on: post, as: leo, in: ground) == "CONSENT_REQUIRED")
      // It deletes its own posts, and reports those of others.
      #expect(code(try await ground.act("deleteSchoolPost", own, as: leo)) == nil)
      #expect(code(try await ground.ask(#"mutation { report(input: {subjectId: "\#(post)", reason: SPAM}) { id } }"#, as: leo)) == nil)
      #expect(code(try await ground.write("e", as: ground.parent)) == nil)
      try await ground.database.run(
        "UPDATE members SET birthday = now()::date - 7000 WHERE id = \(bind: .uuid(try #require(leo.membership).memberID))")
      #expect(code(try await ground.write("f", as: leo)) == nil)
    }
  }

  @Test func `What is written needs the terms, from the day on which they take effect`() async throws {
    try await PostGround.run("terms") { ground in
      let post = try await ground.post("p", as: ground.administrator)
      try await ground.database.run(
        """
        INSERT INTO published_terms (id, kind, version, language, text, effective_at)
        VALUES (gen_random_uuid(), 'TERMS', 'of posts', 'en', 'T', now())
        """)
      for viewer in [ground.administrator, ground.teacher, ground.parent] {
        #expect(code(try await ground.write("a", #", classIds: ["\#(PostGround.owls)"]"#, as: viewer)) == "TERMS_NOT_ACCEPTED")
        #expect(try await comment(on: post, as: viewer, in: ground) == "TERMS_NOT_ACCEPTED")
      }
      #expect(code(try await ground.act("hideContent", post, #", reason: "r""#, as: ground.administrator)) == "TERMS_NOT_ACCEPTED")
      #expect(try await ground.texts(as: ground.parent) == ["p"])
    }
  }
}
