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

/// `docs/adding-a-type.md`, followed on a database of its own: shopping lists, and their items.
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
      try await ask(#"mutation { createShoppingList(input: {title: "Market"}) { shoppingList { id } } }"#)
        .at("createShoppingList", "shoppingList", "id")?.string)
    var ids: [String] = []
    for (name, rest) in [("Pears", "quantity: 6"), ("Apples", #"quantity: 12, neededOn: "2026-09-11""#), ("Bread", "")] {
      let input = #"shoppingListId: "\#(list)", name: "\#(name)", \#(rest)"#
      let item = try await ask("mutation { createShoppingItem(input: {\(input)}) { shoppingItem { id quantity isBought } } }")
        .at("createShoppingItem", "shoppingItem")
      ids.append(try #require(item?.at("id")?.string))
      if name == "Bread" { #expect(item?.at("quantity")?.number == 1 && item?.at("isBought") == .bool(false)) }
    }
    func names(_ arguments: String) async throws -> [String] {
      try await ask("{ shoppingList(id: \"\(list)\") { items\(arguments) { name } } }")
        .at("shoppingList", "items")?.array?.compactMap { $0["name"]?.string } ?? []
    }
    #expect(try await names("") == ["Apples", "Bread", "Pears"])
    #expect(try await names("(orderBy: [{field: QUANTITY, direction: DESC}])") == ["Apples", "Pears", "Bread"])
    #expect(try await names("(orderBy: [{field: SHOPPING_LIST_TITLE}, {field: NEEDED_ON, nulls: FIRST}])").last == "Apples")
    #expect(try await names(#"(where: {quantity: {gt: 1}, name: {contains: "ea"}})"#) == ["Pears"])
    #expect(try await names("(first: 1, offset: 1)") == ["Bread"])
    let lists = #"{ family { shoppingLists(where: {items: {some: {neededOn: {eq: "2026-09-11"}}}}) { title } } }"#
    #expect(try await ask(lists).at("family", "shoppingLists", 0, "title")?.string == "Market")
    let page = try await ask(
      """
      { shoppingList(id: "\(list)") { itemsConnection(first: 2) { totalCount nodes { name } pageInfo { endCursor } } } }
      """).at("shoppingList", "itemsConnection")
    #expect(page?.at("totalCount")?.number == 3 && page?.at("nodes", 1, "name")?.string == "Bread")
    let cursor = try #require(page?.at("pageInfo", "endCursor")?.string)
    let next = try await ask(
      #"{ shoppingList(id: "\#(list)") { itemsConnection(after: "\#(cursor)") { nodes { name shoppingList { title } } } } }"#)
    #expect(next.at("shoppingList", "itemsConnection", "nodes", 0, "name")?.string == "Pears")
    #expect(next.at("shoppingList", "itemsConnection", "nodes", 0, "shoppingList", "title")?.string == "Market")
    let update = try await ask(
      """
      mutation { updateShoppingItem(input: {id: "\(ids[0])", ifVersion: 1, isBought: true, store: "Harvest Hall"}) {
        shoppingItem { name store isBought version } } }
      """).at("updateShoppingItem", "shoppingItem")
    #expect(update?.at("store")?.string == "Harvest Hall" && update?.at("version")?.number == 2)
    #expect(update?.at("isBought") == .bool(true) && update?.at("name")?.string == "Pears")
    let deleted = try await ask(#"mutation { deleteShoppingItem(input: {id: "\#(ids[1])"}) { id } }"#)
    #expect(deleted.at("deleteShoppingItem", "id")?.string == ids[1])
    #expect(try await ask(#"{ shoppingItem(id: "\#(ids[1])") { id } }"#)["shoppingItem"] == .null)
    #expect(try await names("") == ["Bread", "Pears"])
    _ = try await ask(#"mutation { deleteShoppingList(input: {id: "\#(list)"}) { id } }"#)
    #expect(try await ask(#"{ node(id: "\#(ids[0])") { id } }"#)["node"] == .null)
  }

  @Test func `Nobody reaches the objects of another family, and a student changes none`() async throws {
    let (gateway, database) = try await Self.gateway()
    let created = try await gateway.answer(
      #"mutation { createShoppingList(input: {title: "Own"}) { shoppingList { id } } }"#, as: database.parent)
    let list = try #require(created.at("data", "createShoppingList", "shoppingList", "id")?.string)
    let stranger = AccountViewer(database.sample.parentAccount(of: 0))
    let read = #"{ shoppingList(id: "\#(list)") { id } node(id: "\#(list)") { id } family { shoppingLists { id } } }"#
    let answer = try await gateway.answer(read, as: stranger)
    #expect(answer.at("data", "shoppingList") == .null && answer.at("data", "node") == .null)
    let theirs = answer.at("data", "family", "shoppingLists")?.array ?? []
    #expect(!theirs.isEmpty && !theirs.contains { $0["id"]?.string == list })
    for (change, viewer, code) in [
      (#"deleteShoppingList(input: {id: "\#(list)"})"#, stranger, "NOT_FOUND"),
      (#"updateShoppingList(input: {id: "\#(list)", title: "Theirs"})"#, stranger, "NOT_FOUND"),
      (#"deleteShoppingList(input: {id: "\#(list)"})"#, try database.student, "FORBIDDEN"),
    ] {
      let answer = try await gateway.answer("mutation { \(change) { __typename } }", as: viewer)
      #expect(answer.at("errors", 0, "extensions", "code")?.string == code, "\(answer)")
    }
    let item = try await gateway.answer(
      #"mutation { createShoppingItem(input: {shoppingListId: "\#(list)", name: "A"}) { __typename } }"#, as: stranger)
    #expect(item.at("errors", 0, "extensions", "code")?.string == "NOT_FOUND", "\(item)")
    let seen = try await gateway.answer(#"{ shoppingList(id: "\#(list)") { title } }"#, as: database.student)
    #expect(seen.at("data", "shoppingList", "title")?.string == "Own")
  }

  @Test(
    "Bounds of the SDL are checked",
    arguments: [
      #"name: """#, #"name: "\#(String(repeating: "a", count: 201))""#, #"name: "A", quantity: 0"#,
      #"name: "A", quantity: 1000"#, #"name: "A", neededOn: "2026-02-30""#, #"name: "A\nB""#, #"name: "A", isBought: null"#,
    ])
  func bounds(input: String) async throws {
    let (gateway, database) = try await Self.gateway()
    let created = try await gateway.answer(
      #"mutation { createShoppingList(input: {title: "Bounds"}) { shoppingList { id } } }"#, as: database.parent)
    let list = try #require(created.at("data", "createShoppingList", "shoppingList", "id")?.string)
    let answer = try await gateway.answer(
      #"mutation { createShoppingItem(input: {shoppingListId: "\#(list)", \#(input)}) { shoppingItem { isBought } } }"#,
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
    let list = try await change(#"createShoppingList(input: {title: "Audited"}) { shoppingList { id } }"#)
    let listID = try #require(list.at("shoppingList", "id")?.string)
    let made = try await change(
      #"createShoppingItem(input: {shoppingListId: "\#(listID)", name: "Flour"}) { shoppingItem { id } }"#)
    let id = try #require(made.at("shoppingItem", "id")?.string)
    for changes in ["quantity: 2", #"store: "Mill""#, "quantity: 2, isBought: true", #"name: "Rye", quantity: 3"#] {
      _ = try await change(#"updateShoppingItem(input: {id: "\#(id)", \#(changes)}) { shoppingItem { id } }"#)
    }
    func trail() async throws -> [JSONValue] {
      let entries = try await ask(
        """
        { family { auditTrail(
          first: 100, where: {action: {in: [SHOPPING_ITEM_CREATED, SHOPPING_ITEM_CHANGED, SHOPPING_ITEM_DELETED]}}
        ) { nodes { action actorName shoppingItem { id name } } } } }
        """)
      return try #require(entries.at("family", "auditTrail", "nodes")?.array)
    }
    let entries = try await trail().filter { $0.at("shoppingItem", "id")?.string == id }
    #expect(
      entries.map { $0["action"]?.string } == ["SHOPPING_ITEM_CHANGED", "SHOPPING_ITEM_CHANGED", "SHOPPING_ITEM_CREATED"])
    let name = try await ask("{ viewer { member { name } } }").at("viewer", "member", "name")
    #expect(entries.allSatisfy { $0["actorName"] == name && $0.at("shoppingItem", "name")?.string == "Rye" })

    // A full trail refuses changes that it would have to record, and no others.
    try await database.run("UPDATE family_usage SET maximum_rows = 0 WHERE kind = 'audit_entries'")
    let refused = try await gateway.answer(
      #"mutation { updateShoppingItem(input: {id: "\#(id)", quantity: 4}) { shoppingItem { id } } }"#, as: database.parent)
    #expect(refused.at("errors", 0, "extensions", "code")?.string == "LIMIT_EXCEEDED", "\(refused)")
    _ = try await change(#"updateShoppingItem(input: {id: "\#(id)", isBought: false}) { shoppingItem { id } }"#)
    _ = try await change(#"deleteShoppingItem(input: {id: "\#(id)"}) { id }"#)
    try await database.run("UPDATE family_usage SET maximum_rows = 200000 WHERE kind = 'audit_entries'")

    let deleted = try #require(try await trail().first)
    #expect(deleted["action"]?.string == "SHOPPING_ITEM_DELETED" && deleted["shoppingItem"] == .null)
    let values = try await database.run(
      """
      SELECT concat_ws(' ', action, coalesce(values_before, '-'), coalesce(values_after, '-')) FROM audit_entries
      WHERE record_id = \(bind: .text(id))::uuid ORDER BY created_at
      """)
    #expect(
      values.texts == [
        #"SHOPPING_ITEM_CREATED - {"name": "Flour", "quantity": 1}"#,
        #"SHOPPING_ITEM_CHANGED {"name": "Flour", "quantity": 1} {"name": "Flour", "quantity": 2}"#,
        #"SHOPPING_ITEM_CHANGED {"name": "Flour", "quantity": 2} {"name": "Rye", "quantity": 3}"#,
        #"SHOPPING_ITEM_DELETED {"name": "Rye", "quantity": 3} -"#,
      ])
  }

  @Test func `Triggers write what the types declare as audited, and nothing else`() async throws {
    let address = try await Self.database.value.superuser
    let connection = try await Connection.connect(ConnectionConfiguration(address: address), reactor: Reactor())
    let rules = CatalogRule.audit(
      of: try AuditedTable.all(WalkedSchema.recipe.declarations, in: WalkedSchema.recipe.map),
      missing: ("DROP TRIGGER audited ON shopping_items", "shopping_items: SHOPPING_ITEM, name, quantity"),
      undeclared: (
        "CREATE TRIGGER audited AFTER INSERT ON shopping_lists FOR EACH ROW EXECUTE FUNCTION audit_row('SHOPPING_LIST', 'title')",
        "shopping_lists: audit_row is not called AFTER INSERT OR UPDATE OR DELETE FOR EACH ROW"
      ))
    for rule in rules {
      #expect(try await rule.offenders(in: connection) == [], "\(rule.testDescription)")
      #expect(try await rule.offendersAfterOffence(in: connection) == [rule.offender], "\(rule.testDescription)")
    }
    #expect(rules[0].remedy(rules[0].offender).hasPrefix("CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON "))
  }

  @Test func `A part that is left out is refused at start`() throws {
    let error = try #require(throws: EntityMapError.self) { try Self.map(adding: []) }
    #expect("\(error)".contains("ShoppingItem"), "\(error)")
    let partial = Area<Viewer>(
      types: [ShoppingList.self, ShoppingItem.self, Room.self, Allergy.self, ClassAllergy.self], resolvers: ["Family.shoppingLists": .toMany(access: .family)])
    let gaps = try #require(throws: EntityMapError.self) { try Self.map(adding: [partial]) }
    #expect("\(gaps)".contains("ShoppingList.items has no resolver"), "\(gaps)")
  }

  // MARK: The page

  /// The lines of `ShoppingItem`, a type of six columns with a relation: its files, and its lines of shared files.
  @Test func `A type of six columns costs at most 70 lines in 5 files`() throws {
    #expect(try RecipeFile.lines(of: ["shopping_item.graphql", "9002_shopping_items.sql", "ShoppingItem.swift"], ["ShoppingItem", "items"]) <= 70)
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
      "shopping_item.graphql", "9002_shopping_items.sql", "ShoppingItem.swift", "room.graphql", "9003_rooms.sql", "Room.swift",
      "allergy.graphql", "9004_allergies.sql", "Allergy.swift",
    ])
  func isShown(file: String) throws {
    let page = try RecipeFile.page.text
    let text = try RecipeFile(file).text.replacing("import Domain\n", with: "")
    #expect(page.contains("\n\(text)```\n"), "docs/adding-a-type.md does not have the text of \(file)")
  }
}
