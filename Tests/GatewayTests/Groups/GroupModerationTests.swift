import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Reports, hiding and blocks in groups (ME-14).
@Suite(.serialized) struct GroupModerationTests {
  private static let database = Task { try await SchoolDatabase("group_moderation", families: 2) }

  private func run(_ body: (GroupGround) async throws -> Void) async throws { try await GroupGround.run(Self.database, body) }

  /// An action on a post or a comment, and the codes by who takes it: nil where it succeeds.
  struct Action: CustomTestStringConvertible, Sendable {
    let name: String
    let isHidden: Bool
    let codes: (author: String?, moderator: String?, other: String?, outsider: String?)

    var testDescription: String { "\(name) of what is \(isHidden ? "hidden" : "shown")" }

    func mutation(_ id: String, _ isComment: Bool) -> String {
      switch name {
      case "hide": #"hideGroupContent(input: {id: "\#(id)"}) { group { id } }"#
      case "show": #"hideGroupContent(input: {id: "\#(id)", isHidden: false}) { group { id } }"#
      case "report": #"reportGroupContent(input: {id: "\#(id)", reason: "Bad"}) { group { id } }"#
      default: #"deleteGroup\#(isComment ? "Comment" : "Post")(input: {id: "\#(id)"}) { id }"#
      }
    }
  }

  static let actions = [
    Action(name: "hide", isHidden: false, codes: ("FORBIDDEN", nil, "FORBIDDEN", "NOT_FOUND")),
    Action(name: "hide", isHidden: true, codes: ("FORBIDDEN", nil, "NOT_FOUND", "NOT_FOUND")),
    Action(name: "show", isHidden: false, codes: ("FORBIDDEN", nil, "FORBIDDEN", "NOT_FOUND")),
    Action(name: "show", isHidden: true, codes: ("FORBIDDEN", nil, "NOT_FOUND", "NOT_FOUND")),
    Action(name: "report", isHidden: false, codes: ("BAD_USER_INPUT", nil, nil, "NOT_FOUND")),
    Action(name: "report", isHidden: true, codes: ("BAD_USER_INPUT", nil, "NOT_FOUND", "NOT_FOUND")),
    Action(name: "delete", isHidden: false, codes: (nil, "FORBIDDEN", "FORBIDDEN", "NOT_FOUND")),
    Action(name: "delete", isHidden: true, codes: (nil, "FORBIDDEN", "NOT_FOUND", "NOT_FOUND")),
  ]

  /// The author is the second family, the moderator the first, and the other one the third, which is then outside.
  @Test("Each action in each state by each actor", arguments: actions, [false, true])
  func table(_ action: Action, _ isComment: Bool) async throws {
    try await run { ground in
      let group = try await ground.groupOfSeveral(3)
      func subject() async throws -> String {
        let post = try await ground.posted("Hello", in: group, as: isComment ? ground.first : ground.second)
        let id = isComment ? try await ground.commented("Hi", on: post, as: ground.second) : post
        if action.isHidden {
          let hidden = try await ground.answer(#"hideGroupContent(input: {id: "\#(id)"}) { group { id } }"#, as: ground.first)
          #expect(hidden.at("errors") == nil, "\(hidden)")
        }
        return id
      }
      for (viewer, code) in [(ground.second, action.codes.author), (ground.first, action.codes.moderator), (ground.third, action.codes.other)] {
        let answer = try await ground.answer(action.mutation(try await subject(), isComment), as: viewer)
        #expect(answer.at("errors") == nil ? code == nil : answer.code == code, "\(answer)")
      }
      let id = try await subject()
      _ = try await ground.answer(#"leaveGroup(input: {groupId: "\#(group)"}) { id }"#, as: ground.third)
      #expect(try await ground.answer(action.mutation(id, isComment), as: ground.third).code == action.codes.outsider)
    }
  }

  @Test func `What is hidden is seen by its author and moderators, with its comments`() async throws {
    try await run { ground in
      let group = try await ground.groupOfSeveral(3)
      let post = try await ground.posted("Two's", in: group, as: ground.second)
      _ = try await ground.commented("Three's", on: post, as: ground.third)
      #expect(try await ground.texts(group, as: ground.third) == ["Two's < Three's"])
      _ = try await ground.answer(#"hideGroupContent(input: {id: "\#(post)"}) { group { id } }"#, as: ground.first)
      #expect(try await ground.texts(group, as: ground.third) == [])
      #expect(try await ground.texts(group, as: ground.second) == ["Two's"])
      #expect(try await ground.texts(group, as: ground.first) == ["Two's < Three's"])
      let seen = try await ground.talk.ask(#"{ groupPost(id: "\#(post)") { isHidden isMine isReported } }"#, as: ground.second)
      #expect(seen.at("groupPost", "isHidden") == .bool(true) && seen.at("groupPost", "isReported") == .null, "\(seen)")
      #expect(try await ground.talk.ask(#"{ groupPost(id: "\#(post)") { id } }"#, as: ground.third).at("groupPost") == .null)
      #expect(
        try await ground.answer(#"createGroupComment(input: {postId: "\#(post)", text: "No"}) { groupComment { id } }"#, as: ground.second).code
          == "CONFLICT")
      try await ground.tell()
      #expect(try await ground.notifications(ground.second).contains("GROUP_HIDDEN"))
      #expect(try await ground.notifications(ground.third) == [])
      _ = try await ground.answer(#"hideGroupContent(input: {id: "\#(post)", isHidden: false}) { group { id } }"#, as: ground.first)
      #expect(try await ground.texts(group, as: ground.third) == ["Two's < Three's"])
    }
  }

  @Test func `A report hides from the family that reports, and tells the moderators`() async throws {
    try await run { ground in
      let group = try await ground.groupOfSeveral(3)
      let post = try await ground.posted("Two's", in: group, as: ground.second)
      let report = #"reportGroupContent(input: {id: "\#(post)", reason: "Bad"}) { group { posts { text } } }"#
      let reported = try await ground.answer(report, as: ground.third)
      #expect(reported.at("data", "reportGroupContent", "group", "posts") == .array([]), "\(reported)")
      #expect(try await ground.answer(report, as: ground.third) == reported)
      #expect(try await ground.texts(group, as: ground.third) == [])
      for viewer in [ground.first, ground.second] { #expect(try await ground.texts(group, as: viewer) == ["Two's"]) }
      let seen = #"{ groupPost(id: "\#(post)") { isReported } }"#
      #expect(try await ground.talk.ask(seen, as: ground.first).at("groupPost", "isReported") == .bool(true))
      #expect(try await ground.talk.ask(seen, as: ground.second).at("groupPost", "isReported") == .null)
      try await ground.tell()
      #expect(try await ground.notifications(ground.first).contains("GROUP_REPORT"))
      #expect(try await ground.notifications(ground.second) == [])
    }
  }

  @Test func `A report hides for the group what a moderator reports, and what no moderator sees`() async throws {
    try await run { ground in
      let group = try await ground.groupOfSeveral(3)
      func report(_ id: String, as viewer: AccountViewer) async throws {
        let answer = try await ground.answer(#"reportGroupContent(input: {id: "\#(id)"}) { group { id } }"#, as: viewer)
        #expect(answer.at("errors") == nil, "\(answer)")
      }
      func isHidden(_ id: String, as viewer: AccountViewer) async throws -> Bool {
        try await ground.talk.ask(#"{ groupPost(id: "\#(id)") { isHidden } }"#, as: viewer).at("groupPost", "isHidden") == .bool(true)
      }
      // The only moderator sees what it wrote: a report hides it from the reporter alone.
      let own = try await ground.posted("One's", in: group, as: ground.first)
      try await report(own, as: ground.second)
      #expect(try await ground.texts(group, as: ground.second) == [])
      #expect(try await ground.texts(group, as: ground.third) == ["One's"])
      #expect(try await !isHidden(own, as: ground.first))

      let bad = try await ground.posted("Bad", in: group, as: ground.second)
      try await report(bad, as: ground.first)
      #expect(try await ground.texts(group, as: ground.third) == ["One's"])
      #expect(try await ground.texts(group, as: ground.second) == ["Bad"])
      #expect(try await isHidden(bad, as: ground.second))

      // The moderator has blocked the author.
      let seen = try await ground.posted("Before", in: group, as: ground.second)
      let two = try await ground.family("Two", in: group, as: ground.first)
      #expect(try await ground.answer(#"blockGroupFamily(input: {id: "\#(two)"}) { group { id } }"#, as: ground.first).at("errors") == nil)
      let post = try await ground.posted("Two's", in: group, as: ground.second)
      for id in [seen, post] { try await report(id, as: ground.third) }
      for id in [seen, post] { #expect(try await isHidden(id, as: ground.second)) }
      try await ground.tell()
      #expect(try await ground.notifications(ground.second).contains("GROUP_HIDDEN"))
    }
  }

  @Test func `Neither of two families sees the other after a block, by no count and no notification`() async throws {
    try await run { ground in
      let group = try await ground.groupOfSeveral(3)
      let post = try await ground.posted("Two's", in: group, as: ground.second)
      _ = try await ground.commented("Three's", on: post, as: ground.third)
      let ofThird = try await ground.posted("Three's", in: group, as: ground.third)
      _ = try await ground.commented("Two's", on: ofThird, as: ground.second)
      let id = try await ground.family("Three", in: group, as: ground.second)
      let rows = "{ family { storage { kind rows } } }"
      let before = try await ground.talk.ask(rows, as: ground.third)
      let block = #"blockGroupFamily(input: {id: "\#(id)"}) { group { families { displayName isBlocked } } }"#
      #expect(try await ground.answer(block, as: ground.second).at("errors") == nil)
      #expect(try await ground.answer(block, as: ground.second).at("errors") == nil)
      #expect(try await ground.texts(group, as: ground.second) == ["Two's"])
      #expect(try await ground.texts(group, as: ground.third) == ["Three's"])
      #expect(try await ground.texts(group, as: ground.first) == ["Two's < Three's", "Three's < Two's"])
      #expect(try await ground.names(group, as: ground.second) == ["One", "Three x", "Two"])
      #expect(try await ground.names(group, as: ground.third) == ["One", "Three"])
      #expect(try await ground.talk.ask(rows, as: ground.third) == before)
      let own = try await ground.family("Two", in: group, as: ground.second)
      for mutation in [
        #"blockGroupFamily(input: {id: "\#(own)"}) { group { id } }"#, #"blockGroupFamily(input: {id: "\#(own)", isBlocked: false}) { group { id } }"#,
        #"removeGroupFamily(input: {id: "\#(own)"}) { group { id } }"#, #"reportGroupContent(input: {id: "\#(post)"}) { group { id } }"#,
        #"createGroupComment(input: {postId: "\#(post)", text: "No"}) { groupComment { id } }"#,
        #"startConversation(input: {groupFamilyId: "\#(own)"}) { conversation { id } }"#,
      ] { #expect(try await ground.answer(mutation, as: ground.third).code == "NOT_FOUND", "\(mutation)") }
      try await ground.talk.database.run("DELETE FROM group_tellings")
      _ = try await ground.posted("Again", in: group, as: ground.second)
      try await ground.tell()
      #expect(try await ground.notifications(ground.third) == [])

      // The block outlasts that the family leaves and comes back.
      _ = try await ground.answer(#"leaveGroup(input: {groupId: "\#(group)"}) { id }"#, as: ground.third)
      _ = try await ground.accept(try await ground.code(group), called: "Four", as: ground.third)
      #expect(try await ground.names(group, as: ground.third) == ["Four", "One"])
      let unblock = #"blockGroupFamily(input: {id: "\#(id)", isBlocked: false}) { group { id } }"#
      #expect(try await ground.answer(unblock, as: ground.second).at("errors") == nil)
      #expect(try await ground.names(group, as: ground.third) == ["Four", "One", "Two"])
    }
  }

  @Test func `A family is blocked by at most 1,000 others, which is all that others write for it`() async throws {
    try await run { ground in
      let group = try await ground.groupOfSeveral(3)
      let third = try #require(ground.third.membership).familyID
      func add(_ count: Int32) async throws {
        try await ground.talk.database.run(
          """
          INSERT INTO group_hidings (family_id, id, hidden_id, cause, own_id) \
          SELECT \(bind: .uuid(third)), gen_random_uuid(), gen_random_uuid(), 'BLOCKED', gen_random_uuid() \
          FROM generate_series(1, \(bind: .int4(count)))
          """)
      }
      func rows() async throws -> String {
        try await ground.talk.text(
          "SELECT count(*)::text FROM group_hidings WHERE family_id = \(bind: .uuid(third)) AND cause = 'BLOCKED'")
      }
      func block(as viewer: AccountViewer) async throws -> JSONValue {
        let id = try await ground.family("Three", in: group, as: viewer)
        return try await ground.answer(#"blockGroupFamily(input: {id: "\#(id)"}) { group { id } }"#, as: viewer)
      }
      try await add(999)
      #expect(try await block(as: ground.second).at("errors") == nil)
      #expect(try await rows() == "1000")
      let refused = try await block(as: ground.first)
      #expect(refused.code == "LIMIT_EXCEEDED", "\(refused)")
      #expect(try await rows() == "1000")
      // Neither side has half of a block.
      let own = try #require(ground.first.membership).familyID
      let halves = try await ground.talk.text("SELECT count(*)::text FROM group_hidings WHERE family_id = \(bind: .uuid(own))")
      #expect(halves == "0")
      #expect(try await ground.names(group, as: ground.first) == ["One", "Three", "Two"])
      // A family of which many have enough is shown again by those who block it, and makes room.
      let shown = try await ground.family("Three", in: group, as: ground.second)
      let unblocked = try await ground.answer(
        #"blockGroupFamily(input: {id: "\#(shown)", isBlocked: false}) { group { id } }"#, as: ground.second)
      #expect(unblocked.at("errors") == nil, "\(unblocked)")
      #expect(try await block(as: ground.first).at("errors") == nil)
      #expect(try await rows() == "1000")
    }
  }
}
