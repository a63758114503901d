import Domain
import GraphQL
import Logging
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway

/// Groups of families (ME-14): who comes in, and what families learn of each other.
@Suite(.serialized) struct GroupTests {
  private static let database = Task { try await SchoolDatabase("groups", families: 2) }

  private func run(_ body: (GroupGround) async throws -> Void) async throws { try await GroupGround.run(Self.database, body) }

  @Test func `A family makes a group once, and moderates it`() async throws {
    try await run { ground in
      let id = newID()
      let input = #"createGroup(input: {id: "\#(id)", name: "Coop", displayName: "One"}) { group { id isModerator memberCount joinPolicy } }"#
      let made = try await ground.answer(input, as: ground.first)
      #expect(made.at("data", "createGroup", "group", "isModerator") == .bool(true), "\(made)")
      #expect(made.at("data", "createGroup", "group", "joinPolicy")?.string == "INVITATION")
      #expect(try await ground.answer(input, as: ground.first) == made)
      #expect(try await ground.answer(input.replacing("Coop", with: "Other"), as: ground.first).code == "CONFLICT")
      #expect(try await ground.answer(input, as: ground.second).code == "CONFLICT")
      let own = try await ground.talk.ask("{ family { groups { name } } }", as: ground.talk.ada)
      #expect(own.at("family", "groups", 0, "name")?.string == "Coop", "students of the family read: \(own)")
      #expect(try await ground.answer(input, as: ground.talk.ada).code == "FORBIDDEN")
      let updated = try await ground.answer(
        #"updateGroup(input: {id: "\#(id)", text: "Hello", joinPolicy: REQUEST}) { group { name text joinPolicy } }"#, as: ground.first)
      #expect(updated.at("data", "updateGroup", "group", "text")?.string == "Hello", "\(updated)")
      #expect(updated.at("data", "updateGroup", "group", "name")?.string == "Coop")
    }
  }

  @Test func `A code lets one family in, once, and shows what families have chosen alone`() async throws {
    try await run { ground in
      let group = try await ground.group()
      let code = try await ground.code(group)
      #expect(try await ground.texts(group, as: ground.second) == nil)
      let accepted = try await ground.accept(code, called: "Two", as: ground.second)
      #expect(accepted.at("data", "acceptGroupInvitation", "group", "memberCount") == .number("2"), "\(accepted)")
      #expect(accepted.at("data", "acceptGroupInvitation", "group", "isModerator") == .bool(false))
      #expect(try await ground.accept(code.lowercased(), called: "Two", as: ground.second) == accepted)
      #expect(try await ground.accept(code, called: "Three", as: ground.third).code == "NOT_FOUND")
      #expect(try await ground.accept("0000-0000-0000-0000", called: "Three", as: ground.third).code == "NOT_FOUND")
      #expect(try await ground.names(group, as: ground.first) == ["One", "Two"])
      #expect(try await ground.names(group, as: ground.second) == ["One", "Two"])
      #expect(try await ground.names(group, as: ground.third) == nil)
      let refused = try await ground.answer(#"inviteToGroup(input: {groupId: "\#(group)"}) { code }"#, as: ground.second)
      #expect(refused.code == "FORBIDDEN", "\(refused)")
      #expect(try await ground.answer(#"inviteToGroup(input: {groupId: "\#(group)"}) { code }"#, as: ground.third).code == "NOT_FOUND")

      // Nothing that another family is answered names the family, its members or their accounts.
      _ = try await ground.posted("Hello", in: group, as: ground.first)
      let document = """
        { group(id: "\(group)") { id name text joinPolicy memberCount isModerator createdAt families { id displayName isModerator isBlocked }
          requests { id } posts { id authorName isMine text isHidden isReported createdAt group { id } comments { id } } } }
        """
      let seen = "\(try await ground.talk.ask(document, as: ground.second))"
      let own = try #require(ground.first.membership)
      for secret in [own.familyID, own.memberID, ground.first.accountID] { #expect(!seen.contains(secret.description)) }
      #expect(!seen.contains("Rivera"))
    }
  }

  @Test func `An address that is not confirmed accepts no code`() async throws {
    try await run { ground in
      let code = try await ground.code(try await ground.group())
      let own: SQL = "account_id = \(bind: .uuid(ground.second.accountID))"
      for table in ["identities", "sign_in_addresses", "passwords"] {
        try await ground.talk.database.run("DELETE FROM \(identifier: table) WHERE \(own)")
      }
      try await ground.talk.database.run(
        "INSERT INTO passwords (account_id, hash, is_long) VALUES (\(bind: .uuid(ground.second.accountID)), repeat('x', 40), true)")
      #expect(try await ground.accept(code, called: "Two", as: ground.second).code == "ADDRESS_NOT_CONFIRMED")
      try await ground.talk.database.run("DELETE FROM passwords WHERE \(own)")
      #expect(try await ground.accept(code, called: "Two", as: ground.second).at("errors") == nil)
    }
  }

  @Test func `A group that takes requests is found, and its moderators answer`() async throws {
    try await run { ground in
      let closed = try await ground.group(name: "Closed coop")
      let group = try await ground.group(", joinPolicy: REQUEST", name: "Open coop")
      let found = try await ground.talk.ask(#"{ groups(text: "COOP") { id name memberCount isModerator families { id } posts { id } requests { id } } }"#, as: ground.second)
      #expect(found.at("groups")?.array?.count == 1 && found.at("groups", 0, "id")?.string == group, "\(found)")
      for name in ["isModerator", "families", "posts", "requests"] { #expect(found.at("groups", 0, .key(name)) == .null, "\(name)") }
      #expect(try await ground.talk.ask(#"{ groups(text: "zoo") { id } }"#, as: ground.second).at("groups") == .array([]))
      #expect(try await ground.talk.ask("{ groups { id } }", as: try await ground.talk.newcomer()).at("groups") == .array([]))

      func ask(_ id: String) async throws -> JSONValue {
        try await ground.answer(#"requestToJoinGroup(input: {groupId: "\#(id)", displayName: "Two"}) { group { id memberCount } }"#, as: ground.second)
      }
      #expect(try await ask(closed).code == "NOT_FOUND")
      let asked = try await ask(group)
      #expect(asked.at("data", "requestToJoinGroup", "group", "memberCount") == .number("1"), "\(asked)")
      #expect(try await ask(group) == asked)
      try await ground.tell()
      #expect(try await ground.notifications(ground.first) == ["GROUP_REQUEST Two"])

      let requests = #"{ group(id: "\#(group)") { requests { id displayName } } }"#
      let open = try await ground.talk.ask(requests, as: ground.first).at("group", "requests")
      #expect(open?.at(0, "displayName")?.string == "Two" && open?.array?.count == 1)
      #expect(try await ground.talk.ask(requests, as: ground.second).at("group", "requests") == .null)
      let id = try #require(open?.at(0, "id")?.string)
      func answer(_ viewer: AccountViewer, _ accept: Bool) async throws -> JSONValue {
        try await ground.answer(#"answerGroupRequest(input: {id: "\#(id)", accept: \#(accept)}) { group { memberCount } }"#, as: viewer)
      }
      for viewer in [ground.second, ground.third] { #expect(try await answer(viewer, true).code == "NOT_FOUND") }
      #expect(try await answer(ground.first, true).at("data", "answerGroupRequest", "group", "memberCount") == .number("2"))
      #expect(try await answer(ground.first, true).code == "NOT_FOUND")
      #expect(try await ground.names(group, as: ground.second) == ["One", "Two"])
      try await ground.tell()
      #expect(try await ground.notifications(ground.second) == ["GROUP_JOINED"])
    }
  }

  @Test func `Families write, and nobody else`() async throws {
    try await run { ground in
      let group = try await ground.groupOfSeveral()
      let id = newID()
      let made = try await ground.post("Hello", in: group, id: id, as: ground.second)
      #expect(made.at("data", "createGroupPost", "groupPost", "authorName")?.string == "Two", "\(made)")
      #expect(made.at("data", "createGroupPost", "groupPost", "isMine") == .bool(true))
      #expect(try await ground.post("Hello", in: group, id: id, as: ground.second) == made)
      #expect(try await ground.post("Other", in: group, id: id, as: ground.second).code == "CONFLICT")
      #expect(try await ground.post("Hello", in: group, id: id, as: ground.first).code == "CONFLICT")
      _ = try await ground.commented("Hi", on: id, as: ground.first)
      #expect(try await ground.texts(group, as: ground.first) == ["Hello < Hi"])
      #expect(try await ground.texts(group, as: ground.talk.ada) == ["Hello < Hi"])
      #expect(try await ground.post("No", in: group, as: ground.third).code == "NOT_FOUND")
      #expect(try await ground.post("No", in: group, as: ground.talk.ada).code == "FORBIDDEN")
      #expect(try await ground.answer(#"createGroupComment(input: {postId: "\#(id)", text: "No"}) { groupComment { id } }"#, as: ground.third).code == "NOT_FOUND")
      try await ground.tell()
      #expect(try await ground.notifications(ground.first) == ["GROUP Two"])
      #expect(try await ground.notifications(ground.second) == ["GROUP_COMMENT One"])

      try await ground.talk.database.run("DELETE FROM attempts")
      for number in 1...20 { #expect(try await ground.post("\(number)", in: group, as: ground.first).at("errors") == nil) }
      #expect(try await ground.post("21", in: group, as: ground.first).code == "LIMIT_EXCEEDED")
    }
  }

  @Test func `Authors change what they wrote, unless a moderator has hidden it`() async throws {
    try await run { ground in
      let group = try await ground.groupOfSeveral()
      let post = try await ground.posted("Hello", in: group, as: ground.second)
      let comment = try await ground.commented("Hi", on: post, as: ground.second)
      let changes = [("updateGroupPost", "groupPost", post), ("updateGroupComment", "groupComment", comment)]
      for (mutation, field, id) in changes {
        func update(_ fields: String, as viewer: AccountViewer) async throws -> JSONValue {
          try await ground.answer(#"\#(mutation)(input: {id: "\#(id)"\#(fields)}) { \#(field) { text version } }"#, as: viewer)
        }
        let changed = try await update(#", ifVersion: 1, text: "New""#, as: ground.second)
        #expect(changed.at("data", .key(mutation), .key(field), "text")?.string == "New", "\(changed)")
        #expect(changed.at("data", .key(mutation), .key(field), "version") == .number("2"))
        #expect(try await update(#", ifVersion: 1, text: "Newer""#, as: ground.second).code == "CONFLICT")
        #expect(try await update("", as: ground.second).at("data", .key(mutation), .key(field), "version") == .number("2"))
        #expect(try await update(", text: null", as: ground.second).inputPath == "input.text")
        // The moderator, who sees it, a student, and a family that is not in the group.
        for viewer in [ground.first, ground.talk.ada] { #expect(try await update(#", text: "No""#, as: viewer).code == "FORBIDDEN") }
        #expect(try await update(#", text: "No""#, as: ground.third).code == "NOT_FOUND")
      }
      #expect(try await ground.texts(group, as: ground.first) == ["New < New"])
      // The post first, which hides its comment.
      for (mutation, field, id) in changes {
        if field == "groupPost" { _ = try await ground.answer(#"hideGroupContent(input: {id: "\#(id)"}) { group { id } }"#, as: ground.first) }
        let hidden = try await ground.answer(#"\#(mutation)(input: {id: "\#(id)", text: "Again"}) { \#(field) { text } }"#, as: ground.second)
        #expect(hidden.code == "CONFLICT", "\(hidden)")
      }
    }
  }

  @Test func `A moderator deletes a group, with all that is there`() async throws {
    try await run { ground in
      let id = newID()
      let create = #"createGroup(input: {id: "\#(id)", name: "Coop", joinPolicy: REQUEST, displayName: "One"}) { group { id } }"#
      #expect(try await ground.answer(create, as: ground.first).at("errors") == nil)
      _ = try await ground.accept(try await ground.code(id), called: "Two", as: ground.second)
      _ = try await ground.answer(#"requestToJoinGroup(input: {groupId: "\#(id)", displayName: "Three"}) { group { id } }"#, as: ground.third)
      _ = try await ground.posted("Two's", in: id, as: ground.second)
      let delete = #"deleteGroup(input: {id: "\#(id)"}) { id }"#
      // One is in the group, a student, and one finds it.
      for viewer in [ground.second, ground.talk.ada, ground.third] { #expect(try await ground.answer(delete, as: viewer).code == "FORBIDDEN") }
      #expect(try await ground.answer(#"deleteGroup(input: {id: "\#(id)", ifVersion: 2}) { id }"#, as: ground.first).code == "CONFLICT")
      let second = try await ground.family("Two", in: id, as: ground.first)
      _ = try await ground.answer(#"blockGroupFamily(input: {id: "\#(second)"}) { group { id } }"#, as: ground.first)
      #expect(try await ground.talk.text("SELECT count(*)::text FROM group_hidings") == "2")
      #expect(try await ground.answer(delete, as: ground.first).at("data", "deleteGroup", "id")?.string == id)
      for table in ["groups", "group_memberships", "group_families", "group_requests", "group_posts", "group_codes", "group_hidings"] {
        #expect(try await ground.talk.text("SELECT count(*)::text FROM \(identifier: table)") == "0", "\(table)")
      }
      for viewer in [ground.first, ground.second, ground.third] {
        #expect(try await ground.answer(delete, as: viewer).code == "NOT_FOUND")
        #expect(try await ground.talk.ask("{ groups { id } family { groups { id } } }", as: viewer).at("groups")?.array == [])
      }
      let again = try await ground.answer(create, as: ground.first)
      #expect(again.at("data", "createGroup", "group") == .null && again.at("errors") == nil, "\(again)")
    }
  }

  @Test func `Who leaves takes its posts along, and a group always has a moderator`() async throws {
    try await run { ground in
      let group = try await ground.groupOfSeveral(3)
      let post = try await ground.posted("One's", in: group, as: ground.first)
      _ = try await ground.commented("Two's", on: post, as: ground.second)
      _ = try await ground.posted("Two's post", in: group, as: ground.second)
      let id = try await ground.family("Two", in: group, as: ground.first)
      let leave = #"leaveGroup(input: {groupId: "\#(group)"}) { id }"#
      #expect(try await ground.answer(leave, as: ground.first).at("data", "leaveGroup", "id")?.string == group)
      #expect(try await ground.texts(group, as: ground.first) == nil)
      #expect(try await ground.answer(leave, as: ground.first).code == "NOT_FOUND")
      #expect(try await ground.texts(group, as: ground.second) == ["Two's post"])
      let data = try await ground.talk.ask(#"{ group(id: "\#(group)") { isModerator memberCount } }"#, as: ground.second)
      #expect(data.at("group", "isModerator") == .bool(true) && data.at("group", "memberCount") == .number("2"), "\(data)")

      let remove = #"removeGroupFamily(input: {id: "\#(id)"}) { group { memberCount } }"#
      #expect(try await ground.answer(remove, as: ground.third).code == "FORBIDDEN")
      #expect(try await ground.answer(remove, as: ground.second).code == "BAD_USER_INPUT")
      #expect(try await ground.answer(remove, as: ground.first).code == "NOT_FOUND")
      let third = try await ground.family("Three", in: group, as: ground.second)
      let removed = try await ground.answer(#"removeGroupFamily(input: {id: "\#(third)"}) { group { memberCount } }"#, as: ground.second)
      #expect(removed.at("data", "removeGroupFamily", "group", "memberCount") == .number("1"), "\(removed)")
      #expect(try await ground.texts(group, as: ground.third) == nil)
      #expect(try await ground.answer(leave, as: ground.second).at("errors") == nil)
      #expect(try await ground.talk.text("SELECT count(*)::text FROM groups") == "0")
    }
  }

  @Test func `The audit trail of a family has its groups, and nobody of another family`() async throws {
    try await run { ground in
      func trail(_ viewer: AccountViewer) async throws -> [String] {
        let actions = "[GROUP_REQUESTED, GROUP_JOINED, GROUP_ADMITTED, GROUP_LEFT, GROUP_REMOVED]"
        let data = try await ground.talk.ask(
          """
          { family { auditTrail(first: 20, where: {action: {in: \(actions)}}, orderBy: {field: CREATED_AT}) {
            nodes { action actor { id } actorName actorRole member { id } valuesBefore valuesAfter } } } }
          """, as: viewer)
        return (data.at("family", "auditTrail", "nodes")?.array ?? []).map { node in
          let values = node.at("valuesBefore") == .null ? node.at("valuesAfter") : node.at("valuesBefore")
          let shown = ["group_name", "display_name"].map { values?.at(.key($0))?.string ?? "-" }
          let actor = node.at("actor") == .null ? "-" : "member"
          return "\(node.at("action")?.string ?? "") by \(node.at("actorName")?.string ?? "-") (\(actor)): \(shown.joined(separator: ", "))"
        }
      }
      let talk = ground.talk
      try await talk.database.run("DELETE FROM audit_entries")
      let group = try await ground.group(", joinPolicy: REQUEST")
      func ask(_ viewer: AccountViewer, as name: String) async throws {
        let asked = try await ground.answer(
          #"requestToJoinGroup(input: {groupId: "\#(group)", displayName: "\#(name)"}) { group { id } }"#, as: viewer)
        #expect(asked.at("errors") == nil, "\(asked)")
      }
      func decide(accept: Bool) async throws {
        let data = try await talk.ask(#"{ group(id: "\#(group)") { requests { id } } }"#, as: ground.first)
        guard let id = data.at("group", "requests", 0, "id")?.string else {
          Issue.record("\(data)")
          return
        }
        let answer = try await ground.answer(
          #"answerGroupRequest(input: {id: "\#(id)", accept: \#(accept)}) { group { id } }"#, as: ground.first)
        #expect(answer.at("errors") == nil, "\(answer)")
      }
      let secondName = try await talk.text("SELECT name FROM accounts WHERE id = \(bind: .uuid(ground.second.accountID))")
      let thirdName = try await talk.text("SELECT name FROM accounts WHERE id = \(bind: .uuid(ground.third.accountID))")
      try await ask(ground.second, as: "Two")
      try await decide(accept: true)
      // A family that is declined is told nothing.
      try await ask(ground.third, as: "Three")
      try await decide(accept: false)
      #expect(try await trail(ground.third) == ["GROUP_REQUESTED by \(thirdName) (member): Coop, Three"])
      // A code takes the place of a request.
      try await ask(ground.third, as: "Three")
      _ = try await ground.accept(try await ground.code(group), called: "Others", as: ground.third)
      let third = try await ground.family("Others", in: group, as: ground.first)
      let removed = try await ground.answer(#"removeGroupFamily(input: {id: "\#(third)"}) { group { id } }"#, as: ground.first)
      #expect(removed.at("errors") == nil, "\(removed)")
      let leave = #"leaveGroup(input: {groupId: "\#(group)"}) { id }"#
      _ = try await ground.answer(leave, as: ground.second)
      _ = try await ground.answer(leave, as: ground.first)
      #expect(try await trail(ground.first) == ["GROUP_JOINED by Elena Rivera (member): Coop, One", "GROUP_LEFT by Elena Rivera (member): Coop, One"])
      #expect(
        try await trail(ground.second) == [
          "GROUP_REQUESTED by \(secondName) (member): Coop, Two", "GROUP_ADMITTED by Coop (-): Coop, Two",
          "GROUP_LEFT by \(secondName) (member): Coop, Two",
        ])
      #expect(
        try await trail(ground.third) == [
          "GROUP_REQUESTED by \(thirdName) (member): Coop, Three", "GROUP_REQUESTED by \(thirdName) (member): Coop, Three",
          "GROUP_JOINED by \(thirdName) (member): Coop, Others", "GROUP_REMOVED by Coop (-): Coop, Others",
        ])
    }
  }

  @Test func `A full audit trail refuses groups, and no answer of a moderator`() async throws {
    try await run { ground in
      let talk = ground.talk
      let group = try await ground.group(", joinPolicy: REQUEST")
      let request = #"requestToJoinGroup(input: {groupId: "\#(group)", displayName: "Two"}) { group { id } }"#
      #expect(try await ground.answer(request, as: ground.second).at("errors") == nil)
      let family = try #require(ground.second.membership).familyID
      try await talk.database.run(
        """
        UPDATE family_usage SET rows = greatest(rows, 0), maximum_rows = 0 \
        WHERE kind = 'audit_entries' AND family_id = \(bind: .uuid(family))
        """)
      let made = try await ground.answer(#"createGroup(input: {name: "Own", displayName: "Two"}) { group { id } }"#, as: ground.second)
      #expect(made.code == "LIMIT_EXCEEDED", "\(made)")
      let data = try await talk.ask(#"{ group(id: "\#(group)") { requests { id } } }"#, as: ground.first)
      let id = try #require(data.at("group", "requests", 0, "id")?.string)
      let admitted = try await ground.answer(#"answerGroupRequest(input: {id: "\#(id)", accept: true}) { group { id } }"#, as: ground.first)
      #expect(admitted.at("errors") == nil, "\(admitted)")
      let left = try await ground.answer(#"leaveGroup(input: {groupId: "\#(group)"}) { id }"#, as: ground.second)
      #expect(left.at("errors") == nil, "\(left)")
      #expect(try await ground.answer(request, as: ground.second).code == "LIMIT_EXCEEDED")
      try await talk.database.run("UPDATE family_usage SET maximum_rows = 200000 WHERE kind = 'audit_entries'")
    }
  }

  @Test func `A post comes to the families of the group alone`() async throws {
    try await run { ground in
      let gateway = ground.talk.gateway
      let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
      let watch = Task { await gateway.gateway.wakeUp.watch.run(gateway.pool, logger: logger) }
      let group = try await ground.groupOfSeveral()
      let query = #"subscription { live { group(id: "\#(group)") { posts { text } } } }"#
      func text(_ stream: any LiveStream, within limit: Duration = .seconds(5)) async throws -> String? {
        guard let answer = try await stream.next(within: limit) else { return "-" }
        return try answer.json.at("data", "live", "group", "posts", 0, "text")?.string
      }
      let streams = [try await gateway.live(query, as: ground.first), try await gateway.live(query, as: ground.second)]
      let none = try await gateway.live(query, as: ground.third)
      for stream in streams + [none] { #expect(try await text(stream) == nil) }
      _ = try await ground.posted("Hello", in: group, as: ground.second)
      for stream in streams { #expect(try await text(stream) == "Hello") }
      #expect(try await text(none, within: .seconds(1)) == "-")
      watch.cancel()
      await watch.value
    }
  }

  /// Ids that clients choose are no keys: a group with the id of a school, or of a key of one, opens nothing there.
  @Test func `The id of a group gives nothing of a school`() async throws {
    try await run { ground in
      let schools = try await ground.talk.ask("{ schools { id name } }", as: ground.second).at("schools")
      #expect(schools?.array?.contains { $0["id"]?.string == DemonstrationFamily.schoolID.description } == false, "\(schools ?? .null)")
      let team = try await ground.talk.text(
        "SELECT audience_key(\(bind: .uuid(DemonstrationFamily.schoolID)), 'team')::text")
      for id in [DemonstrationFamily.schoolID.description, team] {
        let made = try await ground.answer(
          #"createGroup(input: {id: "\#(id)", name: "G", displayName: "Two"}) { group { id } }"#, as: ground.second)
        #expect(made.at("errors") == nil, "\(made)")
      }
      #expect(try await ground.talk.ask("{ schools { id name } }", as: ground.second).at("schools") == schools)
      let conversation = try await ground.talk.ask(#"{ viewer { conversations { id } unreadConversationCount } }"#, as: ground.second)
      #expect(conversation.at("viewer", "conversations") == .array([]), "\(conversation)")
    }
  }
}
