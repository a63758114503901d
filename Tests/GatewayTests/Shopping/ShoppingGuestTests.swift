import Domain
import GraphQL
import Logging
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway

/// Guests of shopping lists (ME-10): accounts from outside see the list, and nothing else of the family.
@Suite(.serialized) struct ShoppingGuestTests {
  private static let database = Task { try await SchoolDatabase("shopping_guests", families: 1) }

  private func run(_ body: (ShoppingGround) async throws -> Void) async throws { try await ShoppingGround.run(Self.database, body) }

  @Test func `A code makes one account a guest, once`() async throws {
    try await run { ground in
      let list = try await ground.list()
      let code = try await ground.code(list)
      let (guest, other) = (try await ground.talk.newcomer(), try await ground.talk.newcomer())
      let accepted = try await ground.accept(code, as: guest)
      #expect(accepted.at("data", "acceptShoppingListInvitation", "shoppingList", "name")?.string == "Market", "\(accepted)")
      #expect(try await ground.accept(code.lowercased().replacing("-", with: " "), as: guest) == accepted)
      #expect(try await ground.accept(code, as: other).code == "NOT_FOUND")
      #expect(try await ground.accept("0000-0000-0000-0000", as: other).code == "NOT_FOUND")
      #expect(try await ground.accept("X", as: other).code == "NOT_FOUND")
      #expect(try await ground.accept(try await ground.code(list), as: ground.talk.mateo).code == "CONFLICT")
      let late = try await ground.code(list)
      try await ground.talk.database.run("UPDATE shopping_list_codes SET expires_at = now() WHERE used_by IS NULL")
      #expect(try await ground.accept(late, as: other).code == "NOT_FOUND")
      for viewer in [ground.talk.ada, guest] {
        let refused = try await ground.talk.answer(
          #"mutation { inviteToShoppingList(input: {shoppingListId: "\#(list)"}) { code } }"#, as: viewer)
        #expect(refused.code == "FORBIDDEN", "\(refused)")
      }
      let stranger = try await ground.talk.answer(
        #"mutation { inviteToShoppingList(input: {shoppingListId: "\#(list)"}) { code } }"#, as: ground.talk.stranger)
      #expect(stranger.code == "NOT_FOUND", "\(stranger)")
    }
  }

  @Test func `A guest reads, writes and ticks the items of its list, and sees nothing else`() async throws {
    try await run { ground in
      let talk = ground.talk
      let (list, second) = (try await ground.list(), try await ground.list("Second"))
      let (milk, hidden) = (try await ground.added("Milk", to: list), try await ground.added("Hidden", to: second))
      // One has no family, and one a family of its own.
      let guest = try await ground.guest(of: list)
      let accepted = try await ground.accept(try await ground.code(list), as: talk.stranger)
      #expect(accepted.at("errors") == nil, "\(accepted)")
      for viewer in [guest, talk.stranger] {
        let id = newID()
        let made = try await ground.add("Tea", to: list, id: id, as: viewer)
        #expect(made.at("data", "createShoppingItem", "shoppingItem", "name")?.string == "Tea", "\(made)")
        #expect(try await ground.add("Tea", to: list, id: id, as: viewer) == made)
        #expect(try await ground.add("Coffee", to: list, id: id, as: viewer).code == "CONFLICT")
        #expect(try await ground.update(id, #"quantity: "1.5", unit: "kg""#, as: viewer).at("errors") == nil)
        #expect(try await ground.items(list, as: viewer) == ["Milk", "1.5 kg Tea"])
        let ticked = try await ground.tick([milk, hidden], as: viewer)
        #expect(ticked.at("data", "tickShoppingItems", "goneIds") == .array([.string(hidden)]), "\(ticked)")
        #expect(try await ground.items(list) == ["x Milk", "1.5 kg Tea"])
        #expect(try await ground.tick([milk], ", isTicked: false", as: viewer).at("errors") == nil)
        #expect(try await ground.tick([id], as: viewer).at("errors") == nil)
        #expect(try await ground.clear(list, as: viewer).at("data", "clearTickedItems", "removedIds") == .array([.string(id)]))

        let own = try await talk.ask(
          "{ viewer { guestShoppingLists { name openCount items { name } guests { name } } } }", as: viewer
        ).at("viewer", "guestShoppingLists")
        #expect(own?.array?.count == 1 && own?.at(0, "guests")?.array?.count == 1, "\(own ?? .null)")
        #expect(try await ground.items(second, as: viewer) == nil)
        #expect(try await ground.add("Tea", to: second, as: viewer).code == "NOT_FOUND")
        let family = try await talk.ask("{ family { name shoppingLists { name } recipes { name } members { name } } }", as: viewer).at("family")
        #expect(family == .null || family?.at("shoppingLists")?.array?.contains { $0.at("name")?.string == "Market" } == false)
        for change in [
          #"updateShoppingList(input: {id: "\#(list)", name: "Mine"})"#, #"deleteShoppingList(input: {id: "\#(list)"})"#,
          #"addMealsToShoppingList(input: {shoppingListId: "\#(list)", from: "2026-09-07", days: 1})"#,
          #"inviteToShoppingList(input: {shoppingListId: "\#(list)"})"#,
        ] {
          let answer = try await talk.answer("mutation { \(change) { __typename } }", as: viewer)
          #expect(["NOT_FOUND", "FORBIDDEN"].contains(answer.code), "\(change): \(answer)")
        }
      }
      #expect(try await ground.items(list) == ["Milk"])
      #expect(
        try await talk.ask(#"{ shoppingList(id: "\#(list)") { guests { name } } }"#, as: talk.mateo).at("shoppingList", "guests")?.array?.count == 2)
    }
  }

  @Test func `The family ends a guest, and nothing is left of the list`() async throws {
    try await run { ground in
      let talk = ground.talk
      let list = try await ground.list("Party", ", isShared: false")
      let item = try await ground.added("Cake", to: list)
      let guest = try await ground.guest(of: list)
      #expect(try await ground.items(list, as: guest) == ["Cake"])
      #expect(try await ground.items(list, as: talk.mateo) == nil)
      let id = try #require(
        try await talk.ask(#"{ shoppingList(id: "\#(list)") { guests { id } } }"#, as: talk.elena).at("shoppingList", "guests", 0, "id")?.string)
      for (viewer, code) in [(guest, "FORBIDDEN"), (talk.mateo, "NOT_FOUND"), (talk.stranger, "NOT_FOUND"), (talk.ada, "FORBIDDEN")] {
        let answer = try await talk.answer(#"mutation { deleteShoppingListGuest(input: {id: "\#(id)"}) { id } }"#, as: viewer)
        #expect(answer.code == code, "\(answer)")
      }
      let ended = try await talk.answer(#"mutation { deleteShoppingListGuest(input: {id: "\#(id)"}) { id } }"#, as: talk.elena)
      #expect(ended.at("errors") == nil, "\(ended)")
      #expect(try await ground.items(list, as: guest) == nil)
      #expect(try await ground.tick([item], as: guest).at("data", "tickShoppingItems", "goneIds") == .array([.string(item)]))
      #expect(try await ground.update(item, #"note: "n""#, as: guest).code == "NOT_FOUND")
    }
  }

  @Test func `Accounts of guests are deleted while the family writes its lists, and nobody is in the other's way`() async throws {
    try await run { ground in
      let talk = ground.talk
      for _ in 0..<5 {
        let list = try await ground.list()
        let item = try await ground.added("Milk", to: list)
        var guests: [AccountViewer] = []
        for _ in 0..<4 { guests.append(try await ground.guest(of: list)) }
        let answers = try await withThrowingTaskGroup(of: JSONValue.self) { group in
          for guest in guests {
            group.addTask { try await talk.answer(#"mutation { deleteAccount(input: {confirmation: "New"}) { __typename } }"#, as: guest) }
          }
          for number in 0..<4 {
            group.addTask { try await ground.update(item, "note: \"\(number)\"") }
            group.addTask {
              try await talk.answer(
                #"mutation { updateShoppingList(input: {id: "\#(list)", name: "L\#(number)"}) { shoppingList { id } } }"#, as: talk.mateo)
            }
          }
          return try await group.reduce(into: [JSONValue]()) { $0.append($1) }
        }
        for answer in answers { #expect(answer.at("errors") == nil, "\(answer)") }
        let left = try await talk.ask(#"{ shoppingList(id: "\#(list)") { guests { id } } }"#, as: talk.elena)
        #expect(left.at("shoppingList", "guests")?.array?.isEmpty == true, "\(left)")
      }
    }
  }

  @Test func `Ticks come to the family and to guests, and to nobody else`() async throws {
    try await run { ground in
      let talk = ground.talk
      let gateway = talk.gateway
      let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
      let watch = Task { await gateway.gateway.wakeUp.watch.run(gateway.pool, logger: logger) }
      let list = try await ground.list()
      let milk = try await ground.added("Milk", to: list)
      let guest = try await ground.guest(of: list)
      let outsider = try await talk.newcomer()
      let query = #"subscription { live { shoppingList(id: "\#(list)") { items { name tickedBy } } } }"#
      func ticker(_ stream: any LiveStream, within limit: Duration = .seconds(5)) async throws -> String? {
        guard let answer = try await stream.next(within: limit) else { return "-" }
        return try answer.json.at("data", "live", "shoppingList", "items", 0, "tickedBy")?.string
      }
      let streams = [
        try await gateway.live(query, as: talk.elena), try await gateway.live(query, as: talk.mateo), try await gateway.live(query, as: guest),
      ]
      let none = try await gateway.live(query, as: outsider)
      for stream in streams { #expect(try await ticker(stream) == nil) }
      #expect(try await ticker(none) == nil)
      #expect(try await ground.tick([milk], as: guest).at("errors") == nil)
      for stream in streams { #expect(try await ticker(stream) == "New") }
      #expect(try await ground.tick([milk], ", isTicked: false", as: talk.mateo).at("errors") == nil)
      for stream in streams { #expect(try await ticker(stream) == nil) }
      #expect(try await ticker(none, within: .seconds(1)) == "-")
      watch.cancel()
      await watch.value
    }
  }
}
