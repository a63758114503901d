import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Three families without groups and conversations: the demonstration family, and two others.
struct GroupGround {
  let talk: Conversation

  static func run(_ database: Task<SchoolDatabase, any Error>, _ body: (GroupGround) async throws -> Void) async throws {
    try await Conversation.with(database) { talk in
      for table in ["family_conversations", "conversations", "group_memberships", "groups", "group_hidings", "notifications", "attempts"] {
        try await talk.database.run(SQL("DELETE FROM \(identifier: table)"))
      }
      try await body(GroupGround(talk: talk))
    }
  }

  /// Parents of three families.
  var first: AccountViewer { talk.elena }
  var second: AccountViewer { AccountViewer(talk.database.sample.parentAccount(of: 0)) }
  var third: AccountViewer { AccountViewer(talk.database.sample.parentAccount(of: 1)) }

  func answer(_ mutation: String, as viewer: AccountViewer) async throws -> JSONValue {
    try await talk.answer("mutation { \(mutation) }", as: viewer)
  }

  /// A new group of a parent's family.
  func group(_ fields: String = "", name: String = "Coop", as viewer: AccountViewer? = nil, called display: String = "One") async throws -> String {
    let id = newID()
    let answer = try await answer(
      #"createGroup(input: {id: "\#(id)", name: "\#(name)", displayName: "\#(display)"\#(fields)}) { group { id } }"#, as: viewer ?? first)
    #expect(answer.at("data", "createGroup", "group", "id")?.string == id, "\(answer)")
    return id
  }

  func code(_ group: String, as viewer: AccountViewer? = nil) async throws -> String {
    let answer = try await answer(#"inviteToGroup(input: {groupId: "\#(group)"}) { code }"#, as: viewer ?? first)
    return try #require(answer.at("data", "inviteToGroup", "code")?.string, "\(answer)")
  }

  func accept(_ code: String, called display: String, as viewer: AccountViewer) async throws -> JSONValue {
    try await answer(
      #"acceptGroupInvitation(input: {code: "\#(code)", displayName: "\#(display)"}) { group { id name memberCount isModerator } }"#, as: viewer)
  }

  /// A group of the first and the second family; with the third one, too.
  func groupOfSeveral(_ count: Int = 2) async throws -> String {
    let group = try await group()
    for (viewer, name) in [(second, "Two"), (third, "Three")].prefix(count - 1) {
      let answer = try await accept(try await code(group), called: name, as: viewer)
      #expect(answer.at("errors") == nil, "\(answer)")
    }
    return group
  }

  func post(_ text: String, in group: String, id: String = newID(), as viewer: AccountViewer) async throws -> JSONValue {
    try await answer(
      #"createGroupPost(input: {id: "\#(id)", groupId: "\#(group)", text: "\#(text)"}) { groupPost { id text authorName isMine } }"#, as: viewer)
  }

  /// The id of a new post.
  func posted(_ text: String, in group: String, as viewer: AccountViewer) async throws -> String {
    let answer = try await post(text, in: group, as: viewer)
    return try #require(answer.at("data", "createGroupPost", "groupPost", "id")?.string, "\(answer)")
  }

  /// The id of a new comment.
  func commented(_ text: String, on post: String, as viewer: AccountViewer) async throws -> String {
    let answer = try await answer(
      #"createGroupComment(input: {postId: "\#(post)", text: "\#(text)"}) { groupComment { id } }"#, as: viewer)
    return try #require(answer.at("data", "createGroupComment", "groupComment", "id")?.string, "\(answer)")
  }

  /// The texts of the posts, each with those of its comments; nil where the viewer sees none.
  func texts(_ group: String, as viewer: AccountViewer) async throws -> [String]? {
    let data = try await talk.ask(
      #"{ group(id: "\#(group)") { posts(orderBy: [{field: CREATED_AT}]) { text comments { text } } } }"#, as: viewer)
    return data.at("group", "posts")?.array?.map { post in
      ([post.at("text")?.string ?? ""] + (post.at("comments")?.array ?? []).compactMap { $0.at("text")?.string }).joined(separator: " < ")
    }
  }

  /// The names of the families that the viewer sees, and the number that it is told; `x` behind one that is blocked.
  func names(_ group: String, as viewer: AccountViewer) async throws -> [String]? {
    let data = try await talk.ask(#"{ group(id: "\#(group)") { memberCount families { displayName isBlocked } } }"#, as: viewer)
    guard let families = data.at("group", "families")?.array else { return nil }
    #expect(data.at("group", "memberCount")?.number.map { Int($0) } == families.count)
    return families.map { ($0.at("displayName")?.string ?? "") + ($0.at("isBlocked") == .bool(true) ? " x" : "") }
  }

  /// The id of a family in a group, as a viewer finds it.
  func family(_ name: String, in group: String, as viewer: AccountViewer) async throws -> String {
    let data = try await talk.ask(#"{ group(id: "\#(group)") { families { id displayName } } }"#, as: viewer)
    let found = data.at("group", "families")?.array?.first { $0.at("displayName")?.string == name }
    return try #require(found?.at("id")?.string, "\(data)")
  }

  func notifications(_ viewer: AccountViewer) async throws -> [String] {
    let member = try #require(viewer.membership).memberID
    let rows = try await talk.database.run(
      """
      SELECT event || coalesce(' ' || (arguments::jsonb ->> 'person'), '') FROM notifications \
      WHERE recipient_id = \(bind: .uuid(member)) AND kind IN ('GROUP', 'CONVERSATION') AND created_at > now() - interval '1 hour' ORDER BY id
      """)
    return (0..<rows.count).compactMap { rows.text(row: $0, column: 0) }
  }

  /// Does the background work that is due.
  func tell() async throws {
    for function in ["tell_groups", "tell_messages"] {
      while try await talk.text("SELECT \(identifier: function)(1)::text") != "0" {}
    }
  }
}
