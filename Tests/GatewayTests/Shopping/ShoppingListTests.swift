import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Shopping lists of a family (ME-10): what two telephones write at a time stays, and private lists are their owner's.
@Suite(.serialized) struct ShoppingListTests {
  private static let database = Task { try await SchoolDatabase("shopping_lists", families: 1) }

  private func run(_ body: (ShoppingGround) async throws -> Void) async throws { try await ShoppingGround.run(Self.database, body) }

  @Test func `Each field is written by itself`() async throws {
    try await run { ground in
      let list = try await ground.list()
      let item = try await ground.added("Milk", to: list, #", quantity: "2", unit: "l""#)
      #expect(try await ground.update(item, #"note: "cold""#).at("errors") == nil)
      #expect(try await ground.update(item, #"quantity: "2.50""#, as: ground.talk.mateo).at("errors") == nil)
      let last = try await ground.update(item, #"category: "Dairy", unit: null"#)
      let row = last.at("data", "updateShoppingItem", "shoppingItem")
      #expect(
        ["name", "quantity", "unit", "category", "note"].map { row?.at(.key($0))?.string } == ["Milk", "2.5", nil, "Dairy", "cold"], "\(last)")
      #expect(row?.at("version")?.number == 4)
      #expect(try await ground.update(item, #"ifVersion: 1, note: "warm""#).code == "CONFLICT")
      #expect(try await ground.update(item, "name: null").code == "BAD_USER_INPUT")
      #expect(try await ground.update(item, #"quantity: "0""#).code == "BAD_USER_INPUT")
    }
  }

  @Test func `Two telephones at one list lose nothing`() async throws {
    try await run { ground in
      let list = try await ground.list()
      var items: [String] = []
      for number in 0..<12 { items.append(try await ground.added("Item \(number)", to: list)) }
      let all = items
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, viewer) in [ground.talk.elena, ground.talk.mateo].enumerated() {
          group.addTask {
            for (number, item) in all.enumerated() {
              let field = index == 0 ? "note: \"note \(number)\"" : "category: \"category \(number)\""
              #expect(try await ground.update(item, field, as: viewer).at("errors") == nil)
              #expect(try await ground.tick([item], as: viewer).at("errors") == nil)
              _ = try await ground.added("Extra \(index) \(number)", to: list, as: viewer)
            }
          }
        }
        try await group.waitForAll()
      }
      let data = try await ground.talk.ask(
        #"{ shoppingList(id: "\#(list)") { openCount items { name note category tickedBy } } }"#, as: ground.talk.elena)
      let found = data.at("shoppingList", "items")?.array ?? []
      #expect(found.count == 36 && data.at("shoppingList", "openCount")?.number == 24)
      for (number, item) in found.prefix(12).enumerated() {
        #expect(item.at("note")?.string == "note \(number)" && item.at("category")?.string == "category \(number)")
        #expect(item.at("tickedBy")?.string != nil)
      }
    }
  }

  @Test func `The first tick stays, and what is deleted stays deleted`() async throws {
    try await run { ground in
      let list = try await ground.list()
      let (milk, bread) = (try await ground.added("Milk", to: list), try await ground.added("Bread", to: list))
      let first = try await ground.tick([milk])
      let tick = first.at("data", "tickShoppingItems", "items", 0)
      #expect(tick?.at("tickedBy")?.string == "Elena Rivera", "\(first)")
      let second = try await ground.tick([milk, bread], as: ground.talk.mateo)
      #expect(second.at("data", "tickShoppingItems", "items", 0) == tick, "\(second)")
      #expect(second.at("data", "tickShoppingItems", "items", 1, "tickedBy")?.string == "Mateo Rivera")
      #expect(try await ground.delete(bread).at("errors") == nil)
      let stray = newID()
      let third = try await ground.tick([bread, milk, stray], ", isTicked: false")
      #expect(third.at("data", "tickShoppingItems", "goneIds") == .array([.string(bread), .string(stray)]), "\(third)")
      #expect(third.at("data", "tickShoppingItems", "items", 0, "tickedAt") == .null)
      // The input that made it makes it no more.
      let again = newID()
      #expect(try await ground.add("Tea", to: list, id: again).at("errors") == nil)
      #expect(try await ground.delete(again).at("errors") == nil)
      let retried = try await ground.add("Tea", to: list, id: again)
      #expect(retried.at("errors") == nil && retried.at("data", "createShoppingItem", "shoppingItem") == .null, "\(retried)")
      #expect(try await ground.update(again, #"note: "green""#).code == "NOT_FOUND")
      #expect(try await ground.delete(again).code == "NOT_FOUND")
      #expect(try await ground.items(list) == ["Milk"])
    }
  }

  @Test func `Clearing takes what was ticked up to a moment`() async throws {
    try await run { ground in
      let list = try await ground.list()
      let (milk, bread, tea) = (
        try await ground.added("Milk", to: list), try await ground.added("Bread", to: list), try await ground.added("Tea", to: list)
      )
      let ticked = try await ground.tick([milk])
      let moment = try #require(ticked.at("data", "tickShoppingItems", "items", 0, "tickedAt")?.string)
      try await Task.sleep(for: .milliseconds(5))
      _ = try await ground.tick([bread], as: ground.talk.mateo)
      let cleared = try await ground.clear(list, ", until: \"\(moment)\"")
      #expect(cleared.at("data", "clearTickedItems", "removedIds") == .array([.string(milk)]), "\(cleared)")
      #expect(cleared.at("data", "clearTickedItems", "shoppingList", "openCount")?.number == 1)
      #expect(try await ground.clear(list).at("data", "clearTickedItems", "removedIds") == .array([.string(bread)]))
      #expect(try await ground.clear(list).at("data", "clearTickedItems", "removedIds") == .array([]))
      #expect(try await ground.items(list) == ["Tea"])
      #expect(try await ground.tick([tea, milk]).at("data", "tickShoppingItems", "goneIds") == .array([.string(milk)]))
    }
  }

  @Test func `A private list is its owner's, and the owner alone makes one private`() async throws {
    try await run { ground in
      let talk = ground.talk
      let list = try await ground.list("Gifts", ", isShared: false")
      let item = try await ground.added("Kite", to: list)
      for viewer in [talk.mateo, talk.ada, talk.stranger] {
        #expect(try await ground.items(list, as: viewer) == nil)
        #expect(try await talk.ask(#"{ shoppingItem(id: "\#(item)") { name } }"#, as: viewer).at("shoppingItem") == .null)
        #expect(try await talk.ask("{ family { shoppingLists { id } } }", as: viewer).at("family", "shoppingLists")?.array?.contains { $0.at("id")?.string == list } == false)
        #expect(try await ground.add("Ball", to: list, as: viewer).code == "NOT_FOUND")
        #expect(try await ground.update(item, #"note: "n""#, as: viewer).code == "NOT_FOUND")
        #expect(try await ground.tick([item], as: viewer).at("data", "tickShoppingItems", "goneIds") == .array([.string(item)]))
        #expect(try await ground.clear(list, as: viewer).code == "NOT_FOUND")
      }
      func share(_ list: String, _ isShared: Bool, as viewer: AccountViewer) async throws -> JSONValue {
        try await talk.answer(
          #"mutation { updateShoppingList(input: {id: "\#(list)", isShared: \#(isShared)}) { shoppingList { isShared } } }"#, as: viewer)
      }
      #expect(try await share(list, true, as: talk.elena).at("errors") == nil)
      #expect(try await ground.items(list, as: talk.ada) == ["Kite"])
      #expect(try await share(list, false, as: talk.mateo).code == "FORBIDDEN")
      #expect(try await ground.items(list, as: talk.mateo) == ["Kite"])
      #expect(try await share(list, false, as: talk.elena).at("errors") == nil)
      #expect(try await ground.items(list, as: talk.mateo) == nil)
    }
  }

  @Test func `Students read the lists of the family, and write none`() async throws {
    try await run { ground in
      let list = try await ground.list()
      let item = try await ground.added("Milk", to: list)
      let ada = ground.talk.ada
      #expect(try await ground.items(list, as: ada) == ["Milk"])
      #expect(try await ground.add("Candy", to: list, as: ada).code == "FORBIDDEN")
      #expect(try await ground.update(item, #"note: "n""#, as: ada).code == "FORBIDDEN")
      #expect(try await ground.delete(item, as: ada).code == "FORBIDDEN")
      #expect(try await ground.tick([item], as: ada).code == "FORBIDDEN")
      #expect(try await ground.clear(list, as: ada).code == "FORBIDDEN")
      for viewer in [ground.talk.stranger, try await ground.talk.newcomer()] {
        #expect(try await ground.items(list, as: viewer) == nil)
        #expect(try await ground.add("Candy", to: list, as: viewer).code == "NOT_FOUND")
        #expect(try await ground.update(item, #"note: "n""#, as: viewer).code == "NOT_FOUND")
        #expect(try await ground.tick([item], as: viewer).at("data", "tickShoppingItems", "goneIds") == .array([.string(item)]))
      }
    }
  }
}
