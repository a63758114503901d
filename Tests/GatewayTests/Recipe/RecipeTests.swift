import Derivation
import Embedded
import Foundation
import GraphQL
import Gateway
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// `docs/adding-a-type.md`, followed on a database of its own: packing lists, and their items.
@Suite(.serialized) struct RecipeTests {
  private static let database = Task { try await WalkedSchema.recipe.database("recipe", families: 2) }

  private static func map(adding areas: [Area<Viewer>]) throws -> EntityMap<Viewer> {
    let expansion = try RecipeFile.expansion()
    return try EntityMap(Schema(sdl: [Source(expansion.sdl)]), expansion.declarations, areas: .domain() + areas)
  }

  private static func gateway() async throws -> (TestGateway, SchoolDatabase) {
    let database = try await database.value
    return (try TestGateway(database.app, of: database.walked), database)
  }

  // MARK: Operations of the type

  @Test func `Objects are created, read, filtered, ordered, paged, updated and deleted`() async throws {
    let (gateway, database) = try await Self.gateway()
    func ask(_ query: String) async throws -> JSONValue {
      let answer = try await gateway.answer(query, as: database.parent)
      #expect(answer["errors"] == nil, "\(answer)")
      return answer["data"] ?? .null
    }
    let list = try #require(
      try await ask(#"mutation { createPackingList(input: {title: "Market"}) { packingList { id } } }"#)
        .at("createPackingList", "packingList", "id")?.string)
    var ids: [String] = []
    for (name, rest) in [("Pears", "quantity: 6"), ("Apples", #"quantity: 12, neededOn: "2026-09-11""#), ("Bread", "")] {
      let input = #"packingListId: "\#(list)", name: "\#(name)", \#(rest)"#
      let item = try await ask("mutation { createPackingItem(input: {\(input)}) { packingItem { id quantity isPacked } } }")
        .at("createPackingItem", "packingItem")
      ids.append(try #require(item?.at("id")?.string))
      if name == "Bread" { #expect(item?.at("quantity")?.number == 1 && item?.at("isPacked") == .bool(false)) }
    }
    func names(_ arguments: String) async throws -> [String] {
      try await ask("{ packingList(id: \"\(list)\") { items\(arguments) { name } } }")
        .at("packingList", "items")?.array?.compactMap { $0["name"]?.string } ?? []
    }
    #expect(try await names("") == ["Apples", "Bread", "Pears"])
    #expect(try await names("(orderBy: [{field: QUANTITY, direction: DESC}])") == ["Apples", "Pears", "Bread"])
    #expect(try await names("(orderBy: [{field: PACKING_LIST_TITLE}, {field: NEEDED_ON, nulls: FIRST}])").last == "Apples")
    #expect(try await names(#"(where: {quantity: {gt: 1}, name: {contains: "ea"}})"#) == ["Pears"])
    #expect(try await names("(first: 1, offset: 1)") == ["Bread"])
    let lists = #"{ family { packingLists(where: {items: {some: {neededOn: {eq: "2026-09-11"}}}}) { title } } }"#
    #expect(try await ask(lists).at("family", "packingLists", 0, "title")?.string == "Market")
    let page = try await ask(
      """
      { packingList(id: "\(list)") { itemsConnection(first: 2) { totalCount nodes { name } pageInfo { endCursor } } } }
      """).at("packingList", "itemsConnection")
    #expect(page?.at("totalCount")?.number == 3 && page?.at("nodes", 1, "name")?.string == "Bread")
    let cursor = try #require(page?.at("pageInfo", "endCursor")?.string)
    let next = try await ask(
      #"{ packingList(id: "\#(list)") { itemsConnection(after: "\#(cursor)") { nodes { name packingList { title } } } } }"#)
    #expect(next.at("packingList", "itemsConnection", "nodes", 0, "name")?.string == "Pears")
    #expect(next.at("packingList", "itemsConnection", "nodes", 0, "packingList", "title")?.string == "Market")
    let update = try await ask(
      """
      mutation { updatePackingItem(input: {id: "\(ids[0])", ifVersion: 1, isPacked: true, shelf: "Harvest Hall"}) {
        packingItem { name shelf isPacked version } } }
      """).at("updatePackingItem", "packingItem")
    #expect(update?.at("shelf")?.string == "Harvest Hall" && update?.at("version")?.number == 2)
    #expect(update?.at("isPacked") == .bool(true) && update?.at("name")?.string == "Pears")
    let deleted = try await ask(#"mutation { deletePackingItem(input: {id: "\#(ids[1])"}) { id } }"#)
    #expect(deleted.at("deletePackingItem", "id")?.string == ids[1])
    #expect(try await ask(#"{ packingItem(id: "\#(ids[1])") { id } }"#)["packingItem"] == .null)
    #expect(try await names("") == ["Bread", "Pears"])
    _ = try await ask(#"mutation { deletePackingList(input: {id: "\#(list)"}) { id } }"#)
    #expect(try await ask(#"{ node(id: "\#(ids[0])") { id } }"#)["node"] == .null)
  }

  @Test func `Nobody reaches the objects of another family, and a student changes none`() async throws {
    let (gateway, database) = try await Self.gateway()
    let created = try await gateway.answer(
      #"mutation { createPackingList(input: {title: "Own"}) { packingList { id } } }"#, as: database.parent)
    let list = try #require(created.at("data", "createPackingList", "packingList", "id")?.string)
    let stranger = AccountViewer(database.sample.parentAccount(of: 0))
    let read = #"{ packingList(id: "\#(list)") { id } node(id: "\#(list)") { id } family { packingLists { id } } }"#
    let answer = try await gateway.answer(read, as: stranger)
    #expect(answer.at("data", "packingList") == .null && answer.at("data", "node") == .null)
    let theirs = answer.at("data", "family", "packingLists")?.array ?? []
    #expect(!theirs.isEmpty && !theirs.contains { $0["id"]?.string == list })
    for (change, viewer, code) in [
      (#"deletePackingList(input: {id: "\#(list)"})"#, stranger, "NOT_FOUND"),
      (#"updatePackingList(input: {id: "\#(list)", title: "Theirs"})"#, stranger, "NOT_FOUND"),
      (#"deletePackingList(input: {id: "\#(list)"})"#, try database.student, "FORBIDDEN"),
    ] {
      let answer = try await gateway.answer("mutation { \(change) { __typename } }", as: viewer)
      #expect(answer.at("errors", 0, "extensions", "code")?.string == code, "\(answer)")
    }
    let item = try await gateway.answer(
      #"mutation { createPackingItem(input: {packingListId: "\#(list)", name: "A"}) { __typename } }"#, as: stranger)
    #expect(item.at("errors", 0, "extensions", "code")?.string == "NOT_FOUND", "\(item)")
    let seen = try await gateway.answer(#"{ packingList(id: "\#(list)") { title } }"#, as: database.student)
    #expect(seen.at("data", "packingList", "title")?.string == "Own")
  }

  @Test(
    "Bounds of the SDL are checked",
    arguments: [
      #"name: """#, #"name: "\#(String(repeating: "a", count: 201))""#, #"name: "A", quantity: 0"#,
      #"name: "A", quantity: 1000"#, #"name: "A", neededOn: "2026-02-30""#, #"name: "A\nB""#, #"name: "A", isPacked: null"#,
    ])
  func bounds(input: String) async throws {
    let (gateway, database) = try await Self.gateway()
    let created = try await gateway.answer(
      #"mutation { createPackingList(input: {title: "Bounds"}) { packingList { id } } }"#, as: database.parent)
    let list = try #require(created.at("data", "createPackingList", "packingList", "id")?.string)
    let answer = try await gateway.answer(
      #"mutation { createPackingItem(input: {packingListId: "\#(list)", \#(input)}) { packingItem { isPacked } } }"#,
      as: database.parent)
    // Null counts as the default.
    let isDefault = input.hasSuffix("null")
    #expect(answer.at("errors", 0, "extensions", "code")?.string == (isDefault ? nil : "BAD_USER_INPUT"), "\(answer)")
  }

  @Test func `The audit trail has who created, changed and deleted an audited object, and its values`() async throws {
    let (gateway, database) = try await Self.gateway()
    func ask(_ query: String) async throws -> JSONValue {
      let answer = try await gateway.answer(query, as: database.parent)
      #expect(answer["errors"] == nil, "\(answer)")
      return answer["data"] ?? .null
    }
    func change(_ mutation: String) async throws -> JSONValue {
      try await ask("mutation { \(mutation) }").at(.key(String(mutation.prefix { $0 != "(" }))) ?? .null
    }
    let list = try await change(#"createPackingList(input: {title: "Audited"}) { packingList { id } }"#)
    let listID = try #require(list.at("packingList", "id")?.string)
    let made = try await change(
      #"createPackingItem(input: {packingListId: "\#(listID)", name: "Flour"}) { packingItem { id } }"#)
    let id = try #require(made.at("packingItem", "id")?.string)
    for changes in ["quantity: 2", #"shelf: "Mill""#, "quantity: 2, isPacked: true", #"name: "Rye", quantity: 3"#] {
      _ = try await change(#"updatePackingItem(input: {id: "\#(id)", \#(changes)}) { packingItem { id } }"#)
    }
    func trail() async throws -> [JSONValue] {
      let entries = try await ask(
        """
        { family { auditTrail(
          first: 100, where: {action: {in: [PACKING_ITEM_CREATED, PACKING_ITEM_CHANGED, PACKING_ITEM_DELETED]}}
        ) { nodes { action actorName packingItem { id name } } } } }
        """)
      return try #require(entries.at("family", "auditTrail", "nodes")?.array)
    }
    let entries = try await trail().filter { $0.at("packingItem", "id")?.string == id }
    #expect(
      entries.map { $0["action"]?.string } == ["PACKING_ITEM_CHANGED", "PACKING_ITEM_CHANGED", "PACKING_ITEM_CREATED"])
    let name = try await ask("{ viewer { member { name } } }").at("viewer", "member", "name")
    #expect(entries.allSatisfy { $0["actorName"] == name && $0.at("packingItem", "name")?.string == "Rye" })

    // A full trail refuses changes that it would have to record, and no others.
    try await database.run("UPDATE family_usage SET maximum_rows = 0 WHERE kind = 'audit_entries'")
    let refused = try await gateway.answer(
      #"mutation { updatePackingItem(input: {id: "\#(id)", quantity: 4}) { packingItem { id } } }"#, as: database.parent)
    #expect(refused.at("errors", 0, "extensions", "code")?.string == "LIMIT_EXCEEDED", "\(refused)")
    _ = try await change(#"updatePackingItem(input: {id: "\#(id)", isPacked: false}) { packingItem { id } }"#)
    _ = try await change(#"deletePackingItem(input: {id: "\#(id)"}) { id }"#)
    try await database.run("UPDATE family_usage SET maximum_rows = 200000 WHERE kind = 'audit_entries'")

    let deleted = try #require(try await trail().first)
    #expect(deleted["action"]?.string == "PACKING_ITEM_DELETED" && deleted["packingItem"] == .null)
    let values = try await database.run(
      """
      SELECT concat_ws(' ', action, coalesce(values_before, '-'), coalesce(values_after, '-')) FROM audit_entries
      WHERE record_id = \(bind: .text(id))::uuid ORDER BY created_at
      """)
    #expect(
      values.texts == [
        #"PACKING_ITEM_CREATED - {"name": "Flour", "quantity": 1}"#,
        #"PACKING_ITEM_CHANGED {"name": "Flour", "quantity": 1} {"name": "Flour", "quantity": 2}"#,
        #"PACKING_ITEM_CHANGED {"name": "Flour", "quantity": 2} {"name": "Rye", "quantity": 3}"#,
        #"PACKING_ITEM_DELETED {"name": "Rye", "quantity": 3} -"#,
      ])
  }

  @Test func `Triggers write what the types declare as audited, and nothing else`() async throws {
    let address = try await Self.database.value.superuser
    let connection = try await Connection.connect(ConnectionConfiguration(address: address), reactor: Reactor())
    let rules = CatalogRule.audit(
      of: try AuditedTable.all(WalkedSchema.recipe.declarations, in: WalkedSchema.recipe.map),
      missing: ("DROP TRIGGER audited ON packing_items", "packing_items: PACKING_ITEM, name, quantity"),
      undeclared: (
        "CREATE TRIGGER audited AFTER INSERT ON packing_lists FOR EACH ROW EXECUTE FUNCTION audit_row('PACKING_LIST', 'title')",
        "packing_lists: audit_row is not called AFTER INSERT OR UPDATE OR DELETE FOR EACH ROW"
      ))
    for rule in rules {
      #expect(try await rule.offenders(in: connection) == [], "\(rule.testDescription)")
      #expect(try await rule.offendersAfterOffence(in: connection) == [rule.offender], "\(rule.testDescription)")
    }
    #expect(rules[0].remedy(rules[0].offender).hasPrefix("CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON "))
  }

  @Test func `A part that is left out is refused at start`() throws {
    let error = try #require(throws: EntityMapError.self) { try Self.map(adding: []) }
    #expect("\(error)".contains("PackingItem"), "\(error)")
    let partial = Area<Viewer>(
      types: [PackingList.self, PackingItem.self, Room.self, Allergy.self, ClassAllergy.self], resolvers: ["Family.packingLists": .toMany(access: .family)])
    let gaps = try #require(throws: EntityMapError.self) { try Self.map(adding: [partial]) }
    #expect("\(gaps)".contains("PackingList.items has no resolver"), "\(gaps)")
  }

  // MARK: The page

  /// The lines of `PackingItem`, a type of six columns with a relation: its files, and its lines of shared files.
  @Test func `A type of six columns costs at most 70 lines in 5 files`() throws {
    #expect(try RecipeFile.lines(of: ["packing_item.graphql", "9002_packing_items.sql", "PackingItem.swift"], ["PackingItem", "items"]) <= 70)
  }

  @Test func `A type of a school costs at most 60 lines, and one that a family shares with a class 90`() throws {
    #expect(try RecipeFile.lines(of: ["room.graphql", "9003_rooms.sql", "Room.swift"], ["Room", "rooms"]) <= 60)
    #expect(try RecipeFile.lines(of: ["allergy.graphql", "9004_allergies.sql", "Allergy.swift"], ["Allergy", "allergies"]) <= 90)
  }

  @Test func `The page places the tables`() throws {
    let lines = try RecipeFile("placement.txt").text.split(separator: "\n")
    #expect(lines.count == RecipeFile.migrations.count)
    for line in lines.dropFirst() { #expect(try RecipeFile.page.text.contains("`\(line)`"), "\(line)") }
  }

  @Test(
    "The page shows the files that are followed here",
    arguments: [
      "packing_item.graphql", "9002_packing_items.sql", "PackingItem.swift", "room.graphql", "9003_rooms.sql", "Room.swift",
      "allergy.graphql", "9004_allergies.sql", "Allergy.swift",
    ])
  func isShown(file: String) throws {
    let page = try RecipeFile.page.text
    let text = try RecipeFile(file).text.replacing("import Domain\n", with: "")
    #expect(page.contains("\n\(text)```\n"), "docs/adding-a-type.md does not have the text of \(file)")
  }
}
