import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import School
import TestSupport
import Testing

/// What somebody may try who wants to learn more from a list than it shows.
@Suite(.serialized) struct ListAttackTests {
  private static let database = Task {
    let database = try await SchoolDatabase("list_attacks")
    try await database.fillListTables()
    try await database.run(
      """
      INSERT INTO devices (family_id, id, member_id, platform, token)
      SELECT family_id, gen_random_uuid(), id, 'IOS', 'token of ' || id FROM members
      """)
    return database
  }

  // MARK: Ids

  /// Filters by an id, with `ID` for it.
  static let idFilters: [(table: String, query: String)] = [
    ("notifications", "viewer { notifications(where: {id: {eq: ID}}) { id } }"),
    ("assignments", "viewer { notifications(where: {assignment: {id: {in: [ID]}}}) { id } }"),
    ("members", "viewer { notificationsConnection(where: {student: {id: {eq: ID}}}) { totalCount nodes { id } } }"),
    ("resources", "family { resources(where: {id: {eq: ID}}) { id } }"),
    ("subjects", "family { resourcesConnection(where: {subject: {id: {eq: ID}}}) { totalCount pageInfo { hasNextPage } } }"),
    ("portfolio_items", "family { students(where: {portfolioItems: {some: {id: {eq: ID}}}}) { id } }"),
    ("attendance_records", "family { students(where: {attendance: {none: {id: {eq: ID}}}}) { id } }"),
    ("courses", "family { students(where: {reportCard: {some: {course: {id: {eq: ID}}}}}) { id } }"),
    ("questions", "family { assignmentsConnection(where: {questions: {some: {id: {eq: ID}}}}) { totalCount nodes { id } } }"),
    ("quotes", "family { quotes(where: {or: [{id: {eq: ID}}, {id: {in: [ID]}}]}) { id } }"),
    ("members", "family { invitations(where: {student: {id: {eq: ID}}}) { id } }"),
    ("invitations", "family { invitations(where: {id: {eq: ID}}) { id } }"),
    ("join_requests", "family { joinRequests(where: {id: {eq: ID}}) { id } }"),
    ("subjects", "family { courses(where: {subject: {resources: {some: {subject: {id: {eq: ID}}}}}}) { id } }"),
  ]

  @Test("Another family's id filters as one that nobody has", arguments: idFilters)
  func foreignIDs(table: String, query: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let foreign = try await talk.database.ids(
        "SELECT id FROM \(identifier: table) WHERE family_id = \(bind: .uuid(talk.database.sample.familyID(0))) ORDER BY id")
      func ask(_ id: String) async throws -> JSONValue {
        try await talk.ask("{ \(query.replacing("ID", with: "\"\(id)\"")) }", as: talk.elena)
      }
      let unknown = try await ask(newID())
      #expect(!foreign.isEmpty)
      for id in foreign.prefix(4) + foreign.suffix(4) { #expect(try await ask(id) == unknown) }
      // The filter tells some id of the viewer's own family from those.
      let own = try await talk.database.ids(
        "SELECT id FROM \(identifier: table) WHERE family_id = \(bind: .uuid(try #require(talk.elena.membership).familyID)) ORDER BY id")
      var isTold = false
      for id in own where !isTold { isTold = try await ask(id) != unknown }
      #expect(isTold)
    }
  }

  @Test("What has an id is found by it, by those who may see it", arguments: try NodeType.all())
  func node(_ node: NodeType) async throws {
    try await Conversation.with(Self.database) { talk in
      let membership = try #require(talk.elena.membership)
      let ids = try await talk.database.ids(
        """
        \(node.keys(in: "\(bind: .uuid(membership.familyID))", of: "\(bind: .uuid(membership.memberID))")) ORDER BY 1 LIMIT 1
        """)
      let id = try #require(ids.first, "no row")
      let queries = [
        "{ node(id: \"\(id)\") { __typename id } }", "{ node(id: \"\(id)\") { ... on \(node.type) { __typename id } } }",
      ]
      let found = JSONValue.object([.init("__typename", .string(node.type)), .init("id", .string(id))])
      for query in queries {
        #expect(try await talk.ask(query, as: talk.elena).at("node") == found)
        for member in [talk.mateo, talk.ada] {
          let sees = node.isForAll || member.membership?.role == .parent && !["Notification", "Device"].contains(node.type)
          #expect(try await talk.ask(query, as: member).at("node") == (sees ? found : .null))
        }
        #expect(try await talk.ask(query, as: talk.stranger).at("node") == .null)
        #expect(try await talk.ask(query, as: talk.newcomer()).at("node") == .null)
      }
    }
  }

  @Test func `The viewer itself is found by the id of the account, and by nobody else`() async throws {
    #expect(Set(try Schema.school().possibleTypes["Node"] ?? []) == Set(try NodeType.all().map(\.type) + ["Viewer"]))
    try await Conversation.with(Self.database) { talk in
      let query = "{ node(id: \"\(talk.elena.accountID)\") { ... on Viewer { id notificationsConnection { totalCount } } } }"
      let own = try await talk.ask(query, as: talk.elena)
      #expect(own.at("node", "id")?.string == talk.elena.accountID.description)
      #expect(own.at("node", "notificationsConnection", "totalCount")?.number ?? 0 > 0)
      for other in [talk.mateo, talk.stranger] {
        let none = try await talk.ask(query, as: other)
        #expect(none.at("node") == .null)
      }
    }
  }

  // MARK: What a rule hides

  @Test("A student is refused a filter by what it may not see, however deep", arguments: [
    "viewer { notifications(where: {student: {hasAccount: {eq: true}}}) { id } }",
    "family { students(where: {portfolioItems: {some: {student: {hasAccount: {ne: null}}}}}) { id } }",
    "viewer { notificationsConnection(where: {not: {assignment: {student: {hasAccount: null}}}}) { totalCount } }",
    "family { students(where: {attendance: {every: {student: {hasAccount: {isNull: true}}}}}) { id } }",
  ])
  func refused(_ query: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let answer = try await talk.answer("{ \(query) }", as: talk.ada)
      #expect(answer.at("errors", 0, "extensions", "code")?.string == "FORBIDDEN")
      #expect(answer.at("data") == nil)
      #expect(try await talk.answer("{ \(query) }", as: talk.elena).at("errors") == nil)
    }
  }

  @Test func `An address that a rule hides counts as none, behind a relation too`() async throws {
    try await Conversation.with(Self.database) { talk in
      let query = "{ family { students { id attendance(first: 1, where: {student: {email: {contains: \"@\"}}}) { id } } } }"
      let seen = try await talk.ask(query, as: talk.ada).at("family", "students")?.array ?? []
      let own = try #require(talk.ada.membership).memberID.description
      for student in seen {
        #expect((student.at("attendance")?.array?.isEmpty == false) == (student.at("id")?.string == own))
      }
      #expect(seen.count > 1)
    }
  }

  @Test("A student is refused parents' lists, whatever is asked of them", arguments: ["joinRequests", "invitations"])
  func parentsLists(_ list: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let answer = try await talk.answer(
        "{ family { name \(list)(where: {id: {ne: null}}, orderBy: {field: CREATED_AT}) { id } } }", as: talk.ada)
      #expect(answer.codes == ["family": "FORBIDDEN"])
      #expect(answer.at("data", "family", .key(list)) == .null)
      #expect(answer.at("data", "family", "name") != .null)
    }
  }

  // MARK: Cursors

  @Test func `A cursor is of one type, and whole`() async throws {
    try await Conversation.with(Self.database) { talk in
      let query = "{ family { resourcesConnection(first: 1, orderBy: {field: TITLE}) { edges { cursor } } } }"
      let data = try await talk.ask(query, as: talk.elena)
      let cursor = try #require(data.at("family", "resourcesConnection", "edges", 0, "cursor")?.string)
      func code(_ list: String, _ cursor: String) async throws -> String? {
        let answer = await talk.gateway.send(
          "query($c: String) { family { \(list)(after: $c, orderBy: {field: TITLE}) { nodes { id } } } }",
          variables: .object([.init("c", .string(cursor))]), as: talk.elena)
        return try answer.json.at("errors", 0, "extensions", "code")?.string
      }
      #expect(try await code("resourcesConnection", cursor) == nil)
      #expect(try await code("assignmentsConnection", cursor) == "BAD_USER_INPUT")
      for index in cursor.indices {
        let other: Character = cursor[index] == "A" ? "B" : "A"
        let forged = cursor.replacingCharacter(at: index, with: other)
        #expect(try await code("resourcesConnection", forged) == "BAD_USER_INPUT", "\(forged)")
      }
      for forged in ["", "A", cursor + "A", String(cursor.dropLast()), cursor + cursor, String(repeating: "A", count: 100_000)] {
        #expect(try await code("resourcesConnection", forged) == "BAD_USER_INPUT")
      }
    }
  }

  @Test func `Another family's cursor is a place among the own rows`() async throws {
    try await Conversation.with(Self.database) { talk in
      let query = """
        query($c: String) { viewer { notificationsConnection(first: 50, after: $c, orderBy: {field: STUDENT_NAME}) {
          totalCount edges { cursor node { id } } } } }
        """
      let foreign = try await talk.ask(query, as: talk.stranger)
      let cursor = try #require(foreign.at("viewer", "notificationsConnection", "edges", 3, "cursor"))
      let answer = try await talk.gateway.answer(query, variables: .object([.init("c", cursor)]), as: talk.elena)
      let places = try await Places(of: talk.elena, in: talk.database)
      let own = Set(try await talk.database.ids(SchoolList.notifications.rows(places)))
      let edges = answer.at("data", "viewer", "notificationsConnection", "edges")?.array ?? []
      #expect(edges.allSatisfy { own.contains($0.at("node", "id")?.string ?? "") })
      #expect(answer.at("data", "viewer", "notificationsConnection", "totalCount")?.number == Double(own.count))
    }
  }

  // MARK: Bounds and null

  @Test("What costs too much is refused with the limit", arguments: [
    ("viewer { notifications(where: {id: {in: [IDS]}}) { id } }", 201, "LIMIT_EXCEEDED"),
    ("viewer { notifications(where: {id: {in: [IDS]}}) { id } }", 200, nil),
    ("family { resources(where: {title: {in: [IDS]}}) { id } }", 201, "LIMIT_EXCEEDED"),
    ("family { students(where: {attendance: {some: {state: {in: [STATES]}}}}) { id } }", 201, "LIMIT_EXCEEDED"),
    ("viewer { notificationsConnection(first: 201) { totalCount } }", 1, "LIMIT_EXCEEDED"),
    ("family { quotes(orderBy: [ORDERS]) { id } }", 6, "LIMIT_EXCEEDED"),
    (
      "family { students(where: " + String(repeating: "{portfolioItems: {some: {student: ", count: 5) + "{id: null}"
        + String(repeating: "}}}", count: 5) + ") { id } }", 1, "LIMIT_EXCEEDED"
    ),
  ])
  func bounds(query: String, count: Int, code: String?) async throws {
    try await Conversation.with(Self.database) { talk in
      func list(_ item: String) -> String { Array(repeating: item, count: count).joined(separator: " ") }
      let query = query.replacing("IDS", with: list("\"x\"")).replacing("STATES", with: list("ABSENT"))
        .replacing("ORDERS", with: list("{field: AUTHOR}"))
      let answer = try await talk.answer("{ \(query) }", as: talk.elena)
      #expect(answer.at("errors", 0, "extensions", "code")?.string == code)
    }
  }

  @Test("Null is what has no value, and no operand of a comparison", arguments: [
    ("{kind: null}", "0"), ("{kind: {eq: null}}", "0"), ("{kind: {ne: null}}", "all"), ("{readAt: null}", "some"),
    ("{readAt: {lt: null}}", "BAD_USER_INPUT"), ("{kind: {in: null}}", "BAD_USER_INPUT"), ("{student: null}", "0"),
    ("{assignment: null}", "some"), ("{not: null}", "BAD_USER_INPUT"), ("{and: null}", "BAD_USER_INPUT"),
    ("{not: {readAt: {gt: \"2000-01-01T00:00:00Z\"}}}", "some"), ("{id: {eq: \"no id\"}}", "0"),
  ])
  func null(filter: String, expected: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let answer = try await talk.answer(
        "{ viewer { all: notificationsConnection { totalCount } some: notificationsConnection(where: \(filter)) { totalCount } } }",
        as: talk.elena)
      if let code = answer.at("errors", 0, "extensions", "code")?.string {
        #expect(code == expected)
        #expect(answer.at("errors", 0, "extensions", "inputPath") != nil)
      } else {
        let all = try #require(answer.at("data", "viewer", "all", "totalCount")?.number)
        let some = try #require(answer.at("data", "viewer", "some", "totalCount")?.number)
        #expect((some == 0 ? "0" : some == all ? "all" : "some") == expected)
      }
    }
  }
}

extension String {
  fileprivate func replacingCharacter(at index: Index, with character: Character) -> String {
    String(self[..<index]) + String(character) + String(self[self.index(after: index)...])
  }
}
