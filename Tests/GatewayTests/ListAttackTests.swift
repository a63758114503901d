import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Attempts to learn more from a list than it shows.
@Suite(.serialized) struct ListAttackTests {
  private static let database = Task {
    let database = try await WalkedSchema.recipe.database("list_attacks")
    try await database.fillListTables()
    return database
  }

  // MARK: Ids

  @Test("Another family's id filters as one that nobody has", arguments: try IDFilter.all())
  func foreignIDs(_ filter: IDFilter) async throws {
    let database = try await Self.database.value
    // One document tries many filters: what they cost together is no matter here.
    let gateway = try TestGateway(database.app, of: database.walked, limits: RequestLimits(cost: 100_000_000))
    let talk = Conversation(gateway: gateway, database: database)
    let membership = try #require(talk.elena.membership)
    func ids(of family: UUIDValue) async throws -> [String] {
      try await database.ids(
        """
        SELECT \(identifier: filter.target.key) FROM \(identifier: filter.target.table)
        WHERE family_id = \(bind: .uuid(family)) ORDER BY 1
        """)
    }
    let foreign = try await ids(of: database.sample.familyID(0))
    let own = try await ids(of: membership.familyID).prefix(200).map { "\"\($0)\"" }.joined(separator: ", ")
    try #require(!foreign.isEmpty && !own.isEmpty, "\(filter.target.type) has no rows: add to fillListTables()")
    var isTold = false
    for list in filter.lists {
      for parent in try await parents(of: list, for: membership, database) {
        let comparisons =
          ["{in: [\(own)]}", "{eq: \"\(newID())\"}"] + (foreign.prefix(4) + foreign.suffix(4)).map { "{eq: \"\($0)\"}" }
          + ["{in: [\"\(foreign[0])\"]}"]
        let fields = comparisons.enumerated().map { number, comparison in
          "f\(number): \(list.selection("where: \(filter.filter(comparison))"))"
        }
        let data = try await talk.ask(list.query(parent, asking: fields.joined(separator: "\n")), as: talk.elena)
        let answers = try (0..<fields.count).map { try #require(data.at("root", .key("f\($0)"))) }
        for answer in answers.dropFirst(2) { #expect(answer == answers[1], "\(list.testDescription)") }
        isTold = isTold || answers[0] != answers[1]
      }
    }
    // The filter tells ids of the viewer's own family from those, or this would prove nothing.
    #expect(isTold, "no row of the family is found: add to fillListTables()")
    await gateway.pool.shutdown()
  }

  /// Some objects that have a list; nil for what the viewer has one of.
  private func parents(
    of list: ListPlace, for membership: Membership, _ database: SchoolDatabase
  ) async throws -> [String?] {
    guard list.parentColumn != nil else { return [nil] }
    let node = try #require(try NodeType.all().first { $0.type == list.parent })
    return try await database.ids("\(node.keys(for: membership)) ORDER BY 1 LIMIT 5")
  }

  @Test("What has an id is found by it, by those who may see it", arguments: try NodeType.all())
  func node(_ node: NodeType) async throws {
    try await Conversation.with(Self.database) { talk in
      let membership = try #require(talk.elena.membership)
      let ids = try await talk.database.ids("\(node.keys(for: membership)) ORDER BY 1 LIMIT 1")
      let id = try #require(ids.first, "\(node.type) has no row: add to fillListTables()")
      let queries = [
        "{ node(id: \"\(id)\") { __typename id } }", "{ node(id: \"\(id)\") { ... on \(node.type) { __typename id } } }",
      ]
      let found = JSONValue.object([.init("__typename", .string(node.type)), .init("id", .string(id))])
      for query in queries {
        #expect(try await talk.ask(query, as: talk.elena).at("node") == found)
        for member in [talk.mateo, talk.ada] {
          let sees = try await talk.database.ids(node.keys(for: try #require(member.membership))).contains(id)
          #expect(try await talk.ask(query, as: member).at("node") == (sees ? found : .null))
        }
        #expect(try await talk.ask(query, as: talk.stranger).at("node") == .null)
        #expect(try await talk.ask(query, as: talk.newcomer()).at("node") == .null)
      }
    }
  }

  @Test func `The viewer itself is found by the id of the account, and by nobody else`() async throws {
    // Rows of schools and of accounts: Schools/SchoolLockTests, Pickup/PickupTests and Pickup/StaffDeviceTests.
    let map = try WalkedSchema.recipe.map
    let nodes = Set(map.schema.possibleTypes["Node"] ?? [])
    let ofOthers = nodes.filter { map.entity($0).flatMap(Scope.of)?.name != "FAMILY" }
    #expect(ofOthers.isSuperset(of: ["Viewer", "School", "ClassStudent", "StaffDevice"]))
    #expect(nodes == Set(try NodeType.all().map(\.type)).union(ofOthers))
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

  // MARK: Values hidden by a rule

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
      let notifications = try ListPlace.named("Viewer.notifications").rows(nil, for: try #require(talk.elena.membership))
      let own = Set(try await talk.database.ids(notifications))
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
