import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Posts and comments of a school (TT-05).
@Suite struct PostTests {
  @Test func `Who writes is what the school says`() async throws {
    for (postsBy, admitted) in [("STAFF", [false, false]), ("STAFF_AND_PARENTS", [true, false]), ("EVERYONE", [true, true])] {
      try await PostGround.run("by_\(postsBy.lowercased())", postsBy: postsBy) { ground in
        #expect(code(try await ground.write("a", as: ground.administrator)) == nil)
        #expect(code(try await ground.write("t", as: ground.teacher)) == "FORBIDDEN")
        #expect(code(try await ground.write("t", #", classIds: ["\#(PostGround.owls)"]"#, as: ground.teacher)) == nil)
        #expect(code(try await ground.write("t", #", classIds: ["\#(PostGround.foxes)"]"#, as: ground.teacher)) == "FORBIDDEN")
        #expect(code(try await ground.write("d", as: ground.dispatcher)) == "FORBIDDEN")
        let answers = [try await ground.write("p", as: ground.parent), try await ground.write("s", as: try await ground.student())]
        #expect(answers.map(code) == admitted.map { $0 ? nil : "FORBIDDEN" })
        let post = try await ground.post("all", as: ground.administrator)
        let comment = #"mutation { createSchoolComment(input: {postId: "\#(post)", text: "c"}) { schoolComment { id } } }"#
        #expect(code(try await ground.ask(comment, as: ground.teacher)) == nil)
        #expect(code(try await ground.ask(comment, as: ground.dispatcher)) == "FORBIDDEN")
        let comments = [try await ground.ask(comment, as: ground.parent), try await ground.ask(comment, as: try await ground.student())]
        #expect(comments.map(code) == admitted.map { $0 ? nil : "FORBIDDEN" })
      }
    }
  }

  @Test func `A post waits for approval, its author and moderators see it, and an update waits again`() async throws {
    try await PostGround.run("approval") { ground in
      let answer = try await ground.write("beans", as: ground.parent)
      #expect(answer.at("data", "createSchoolPost", "schoolPost", "state")?.string == "PENDING", "\(answer)")
      #expect(answer.at("data", "createSchoolPost", "schoolPost", "author", "kind")?.string == "PARENT")
      let id = try #require(answer.at("data", "createSchoolPost", "schoolPost", "id")?.string)
      let look = #"{ schoolPost(id: "\#(id)") { state } }"#
      for (viewer, sees) in [
        (ground.parent, true), (ground.administrator, true), (ground.teacher, false), (ground.dispatcher, false), (ground.otherParent, false),
        (ground.neighbour, false),
      ] {
        #expect((try await ground.ask(look, as: viewer).at("data", "schoolPost", "state") != nil) == sees)
      }
      #expect(code(try await ground.act("approvePost", id, as: ground.neighbour)) == "NOT_FOUND")
      #expect(code(try await ground.act("approvePost", id, as: ground.parent)) == "FORBIDDEN")
      #expect(code(try await ground.act("approvePost", id, as: ground.administrator)) == nil)
      #expect(try await ground.texts(as: ground.neighbour) == ["beans"])
      #expect(code(try await ground.act("updateSchoolPost", id, #", text: "peas""#, as: ground.neighbour)) == "FORBIDDEN")
      let updated = try await ground.act("updateSchoolPost", id, #", text: "peas""#, as: ground.parent)
      #expect(updated.at("data", "updateSchoolPost", "schoolPost", "state")?.string == "PENDING", "\(updated)")
      #expect(try await ground.texts(as: ground.neighbour) == [])
      #expect(try await ground.texts(as: ground.parent) == ["peas"])
      let told = try await ground.ask("{ viewer { notifications(where: {kind: {eq: SCHOOL_POST}}) { event title } } }", as: ground.parent)
      #expect(told.at("data", "viewer", "notifications", 0, "event")?.string == "SCHOOL_POST", "\(told)")
      // Staff need no approval, and nobody does where the school says so.
      #expect(try await ground.write("s", as: ground.administrator).at("data", "createSchoolPost", "schoolPost", "state")?.string == "PUBLISHED")
      try await ground.database.run("UPDATE schools SET approves_posts = false")
      #expect(try await ground.write("p", as: ground.parent).at("data", "createSchoolPost", "schoolPost", "state")?.string == "PUBLISHED")
    }
  }

  @Test func `A teacher moderates what is for its own classes alone`() async throws {
    try await PostGround.run("teacher") { ground in
      let own = try await ground.post("own", #", classIds: ["\#(PostGround.owls)"]"#, as: ground.parent)
      let both = try await ground.post("both", #", classIds: ["\#(PostGround.owls)", "\#(PostGround.foxes)"]"#, as: ground.parent)
      let grade = try await ground.post("grade", #", grades: ["2"]"#, as: ground.parent)
      #expect(code(try await ground.act("approvePost", own, as: ground.teacher)) == nil)
      #expect(code(try await ground.act("approvePost", both, as: ground.teacher)) == "NOT_FOUND")
      #expect(code(try await ground.act("approvePost", grade, as: ground.teacher)) == "NOT_FOUND")
      for id in [both, grade] { #expect(code(try await ground.act("approvePost", id, as: ground.administrator)) == nil) }
      #expect(code(try await ground.act("hideContent", both, #", reason: "r""#, as: ground.teacher)) == "FORBIDDEN")
      #expect(Set(try await ground.texts(as: ground.teacher)) == ["own", "both", "grade"])
      #expect(Set(try await ground.texts(as: ground.otherTeacher)) == ["both"])
      #expect(Set(try await ground.texts(as: ground.neighbour)) == ["own", "both", "grade"])
      #expect(Set(try await ground.texts(as: try await ground.student())) == ["both"])
      // Parents write to classes and grades of their own children.
      #expect(code(try await ground.write("no", #", classIds: ["\#(PostGround.foxes)"]"#, as: ground.neighbour)) == "FORBIDDEN")
      #expect(code(try await ground.write("no", #", grades: ["5"]"#, as: ground.neighbour)) == "FORBIDDEN")
      #expect(code(try await ground.write("no", #", classIds: ["\#(UUIDValue.random())"]"#, as: ground.neighbour)) == "NOT_FOUND")
    }
  }

  /// Every action in every state by every actor, as the written table has it.
  @Test func `Each action, state and actor has its outcome`() async throws {
    try await PostGround.run("table") { ground in
      let actors: [(name: ContentAction.Actor, viewer: AccountViewer)] = [
        (.author, ground.parent), (.moderator, ground.teacher), (.administrator, ground.administrator), (.other, ground.neighbour),
      ]
      let mutations: [(action: ContentAction, mutation: String, fields: String)] = [
        (.updateForApproval, "updateSchoolPost", #", text: "other""#), (.approve, "approvePost", ""), (.reject, "rejectPost", #", reason: "r""#),
        (.hide, "hideContent", #", reason: "r""#), (.show, "showContent", ""), (.remove, "removeContent", #", reason: "r""#),
        (.appeal, "appealContent", #", text: "t""#), (.restore, "decideAppeal", ", restores: true"),
        (.dismiss, "decideAppeal", ", restores: false"), (.delete, "deleteSchoolPost", ""),
      ]
      for state in ContentState.allCases {
        for actor in actors {
          for (action, mutation, fields) in mutations {
            try await ground.database.run("DELETE FROM attempts")
            let id = try await ground.post("p", #", classIds: ["\#(PostGround.owls)"]"#, as: ground.parent)
            try await ground.database.run(
              """
              UPDATE school_posts SET state = \(bind: .text(state.rawValue)), removed_at = \(unescaped: state == .removed ? "now()" : "NULL")
              WHERE id = \(bind: .uuid(try #require(UUIDValue(id))))
              """)
            let answer = try await ground.act(mutation, id, fields, as: actor.viewer)
            let left = try await ground.state(of: "school_posts", id)
            let place = "\(mutation) of \(state) by \(actor.name): \(answer)"
            guard ContentTable.isSeen(in: state, by: actor.name) else {
              #expect(code(answer) == "NOT_FOUND" && left == state.rawValue, "\(place)")
              continue
            }
            switch ContentTable.outcome(of: action, in: state, by: actor.name) {
            case nil: #expect(code(answer) == "FORBIDDEN" && left == state.rawValue, "\(place)")
            case .move(let new)?: #expect(code(answer) == nil && left == new.rawValue, "\(place)")
            case .amend?, .unchanged?: #expect(code(answer) == nil && left == state.rawValue, "\(place)")
            case .gone?: #expect(code(answer) == nil && left == nil, "\(place)")
            case .conflict?: #expect(code(answer) == "CONFLICT" && left == state.rawValue, "\(place)")
            case .notFound?: Issue.record("\(place)")
            }
          }
        }
      }
    }
  }

  @Test func `Comments follow their post, and are counted as they are seen`() async throws {
    try await PostGround.run("comments") { ground in
      let post = try await ground.post("p", as: ground.administrator)
      let comment = try await ground.comment("first", on: post, as: ground.parent)
      _ = try await ground.comment("second", on: post, as: ground.teacher)
      func seen(_ viewer: AccountViewer) async throws -> (texts: [String], count: Int?) {
        let answer = try await ground.ask("{ schools { posts { commentCount comments { text author { name } } } } }", as: viewer)
        #expect(answer.at("errors") == nil, "\(answer)")
        let post = (answer.at("data", "schools")?.array ?? []).flatMap { $0.at("posts")?.array ?? [] }.first
        return ((post?.at("comments")?.array ?? []).compactMap { $0.at("text")?.string }, post?.at("commentCount").flatMap { if case .number(let text) = $0 { Int(text) } else { nil } })
      }
      #expect(try await seen(ground.neighbour) == (["first", "second"], 2))
      #expect(code(try await ground.act("hideContent", comment, #", reason: "r""#, as: ground.administrator)) == nil)
      #expect(try await seen(ground.neighbour) == (["second"], 1))
      #expect(try await seen(ground.parent) == (["first", "second"], 2))
      #expect(try await seen(ground.administrator) == (["first", "second"], 2))
      #expect(code(try await ground.act("showContent", comment, as: ground.administrator)) == nil)
      let node = #"{ node(id: "\#(comment)") { id } }"#
      #expect(try await ground.ask(node, as: ground.neighbour).at("data", "node", "id")?.string == comment)
      #expect(code(try await ground.act("hideContent", post, #", reason: "r""#, as: ground.administrator)) == nil)
      #expect(try await ground.ask(node, as: ground.neighbour).at("data", "node") == .null)
      #expect(code(try await ground.act("removeContent", comment, #", reason: "r""#, as: ground.neighbour)) == "NOT_FOUND")
      #expect(try await seen(ground.neighbour) == ([], nil))
    }
  }

  @Test func `The same input makes one post, and the limits of a day and an hour hold`() async throws {
    try await PostGround.run("limits") { ground in
      let id = UUIDValue.random()
      let first = try await ground.write("once", #", id: "\#(id)""#, as: ground.parent)
      let second = try await ground.write("once", #", id: "\#(id)""#, as: ground.parent)
      #expect(first == second && code(first) == nil, "\(second)")
      #expect(code(try await ground.write("other", #", id: "\#(id)""#, as: ground.parent)) == "CONFLICT")
      try await ground.database.run("UPDATE attempts SET count = 20 WHERE kind = 'schoolPosts'")
      let refused = try await ground.write("more", as: ground.parent)
      #expect(code(refused) == "LIMIT_EXCEEDED", "\(refused)")
      #expect(refused.at("errors", 0, "extensions", "retryAfter") != nil)
      let post = try await ground.post("p", as: ground.administrator)
      _ = try await ground.comment("c", on: post, as: ground.parent)
      _ = try await ground.comment("c", on: post, as: ground.teacher)
      try await ground.database.run("UPDATE attempts SET count = 60 WHERE kind = 'schoolComments'")
      let comment = #"mutation { createSchoolComment(input: {postId: "\#(post)", text: "c"}) { schoolComment { id } } }"#
      #expect(code(try await ground.ask(comment, as: ground.parent)) == "LIMIT_EXCEEDED")
      #expect(code(try await ground.ask(comment, as: ground.teacher)) == nil)
    }
  }

  @Test func `A least age bars students alone, and an enrolment that ends counts from the next request`() async throws {
    try await PostGround.run("age") { ground in
      _ = try await ground.post("p", ", leastAge: 13", as: ground.administrator)
      let leo = try await ground.student()
      #expect(try await ground.texts(as: leo) == [])
      #expect(try await ground.texts(as: ground.neighbour) == ["p"])
      try await ground.database.run("UPDATE members SET birthday = now()::date - 5000 WHERE id = \(bind: .uuid(try #require(leo.membership).memberID))")
      #expect(try await ground.texts(as: leo) == ["p"])
      let own = try await ground.post("mine", as: ground.neighbour)
      try await ground.database.run(
        "UPDATE enrolments SET state = 'ENDED', ended_at = now(), staff_school_id = NULL, class_id = NULL WHERE family_id = \(bind: .uuid(try #require(ground.neighbour.membership).familyID))")
      #expect(try await ground.texts(as: ground.neighbour) == [])
      #expect(code(try await ground.act("deleteSchoolPost", own, as: ground.neighbour)) == "NOT_FOUND")
      #expect(try await ground.ask(#"{ schoolPost(id: "\#(own)") { author { name } } }"#, as: ground.administrator).at("data", "schoolPost", "author", "name") != nil)
    }
  }

  @Test func `Pictures are those that the author sent, and are seen as far as the post is`() async throws {
    try await PostGround.run("pictures") { ground in
      let (own, document, theirs) = (
        try await ground.file(of: ground.parent), try await ground.file("DOCUMENT", of: ground.parent),
        try await ground.file(of: ground.neighbour)
      )
      #expect(code(try await ground.write("p", #", pictureIds: ["\#(document)"]"#, as: ground.parent)) == "BAD_USER_INPUT")
      #expect(code(try await ground.write("p", #", pictureIds: ["\#(theirs)"]"#, as: ground.parent)) == "NOT_FOUND")
      let post = try await ground.post("p", #", pictureIds: ["\#(own)"]"#, as: ground.parent)
      func seen(_ viewer: AccountViewer) async throws -> [String] {
        let answer = try await ground.ask("{ schools { posts { pictures { id } } } }", as: viewer)
        #expect(answer.at("errors") == nil, "\(answer)")
        let posts = (answer.at("data", "schools")?.array ?? []).flatMap { $0.at("posts")?.array ?? [] }
        return (posts.first?.at("pictures")?.array ?? []).compactMap { $0.at("id")?.string }
      }
      func opens(_ viewer: AccountViewer) async throws -> Bool {
        try await ground.opens(own, "SCHOOL_POST", post, as: viewer)
      }
      #expect(try await seen(ground.neighbour) == [])
      #expect(try await opens(ground.neighbour) == false)
      #expect(code(try await ground.act("approvePost", post, as: ground.administrator)) == nil)
      #expect(try await seen(ground.neighbour) == [own.description])
      #expect(try await opens(ground.neighbour))
      #expect(code(try await ground.act("hideContent", post, #", reason: "r""#, as: ground.administrator)) == nil)
      #expect(try await opens(ground.neighbour) == false)
      #expect(try await opens(ground.parent))
      #expect(code(try await ground.act("deleteSchoolPost", post, as: ground.parent)) == nil)
      #expect(try await ground.database.run("SELECT FROM files WHERE unused_since IS NULL AND id = \(bind: .uuid(own))").count == 0)
    }
  }

  @Test func `A post to a class wakes that class alone`() async throws {
    try await PostGround.run("woken") { ground in
      func stamps() async throws -> [String: String] {
        let rows = try await ground.database.run("SELECT id::text, stamp::text FROM place_versions")
        return (0..<rows.count).reduce(into: [:]) { $0[rows.text(row: $1, column: 0) ?? ""] = rows.text(row: $1, column: 1) }
      }
      let picture = try await ground.file(of: ground.teacher)
      let before = try await stamps()
      _ = try await ground.post("p", #", classIds: ["\#(PostGround.owls)"], pictureIds: ["\#(picture)"]"#, as: ground.teacher)
      let changed = Set(try await stamps().filter { before[$0.key] != $0.value }.keys)
      let own = try await ground.database.run("SELECT audience_key(\(bind: .uuid(PostGround.owls)), 'version')::text").text(row: 0, column: 0)
      #expect(changed == [try #require(own)])
    }
  }
}
