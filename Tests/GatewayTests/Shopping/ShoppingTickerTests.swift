import Domain
import GraphQL
import SQL
import TestSupport
import Testing

/// The names of those who tick things (ME-10): the family and its guests read each other's.
@Suite(.serialized) struct ShoppingTickerTests {
  private static let database = Task { try await SchoolDatabase("shopping_tickers", families: 1) }

  private func run(_ body: (ShoppingGround) async throws -> Void) async throws { try await ShoppingGround.run(Self.database, body) }

  /// The items as a viewer reads them: `Milk: Elena Rivera`, and `Milk: -` for one that is open.
  private func tickers(_ list: String, as viewer: AccountViewer, _ ground: ShoppingGround) async throws -> [String] {
    let data = try await ground.talk.ask(#"{ shoppingList(id: "\#(list)") { items { name tickedBy } } }"#, as: viewer)
    return (data.at("shoppingList", "items")?.array ?? []).map { "\($0["name"]?.string ?? ""): \($0["tickedBy"]?.string ?? "-")" }
  }

  /// Ticks items, and returns the names of the answer.
  private func tick(_ items: [String], as viewer: AccountViewer, _ ground: ShoppingGround) async throws -> [String] {
    let answer = try await ground.tick(items, as: viewer)
    #expect(answer.at("errors") == nil, "\(answer)")
    return (answer.at("data", "tickShoppingItems", "items")?.array ?? []).map { $0["tickedBy"]?.string ?? "-" }
  }

  /// A guest with a family of its own, by the name of its account.
  private func strangerAsGuest(of list: String, _ ground: ShoppingGround) async throws -> AccountViewer {
    let stranger = ground.talk.stranger
    try await ground.talk.database.run("UPDATE accounts SET name = 'Uncle Toby' WHERE id = \(bind: .uuid(stranger.accountID))")
    let accepted = try await ground.accept(try await ground.code(list), as: stranger)
    #expect(accepted.at("errors") == nil, "\(accepted)")
    return stranger
  }

  @Test func `The family reads the name of a guest who ticks, and the guest that of a member`() async throws {
    try await run { ground in
      let talk = ground.talk
      let list = try await ground.list()
      let (milk, bread) = (try await ground.added("Milk", to: list), try await ground.added("Bread", to: list))
      let guest = try await ground.guest(of: list)
      #expect(try await tick([milk], as: guest, ground) == ["New"])
      #expect(try await tick([bread], as: talk.mateo, ground) == ["Mateo Rivera"])
      for viewer in [talk.elena, talk.mateo, talk.ada, guest] {
        #expect(try await tickers(list, as: viewer, ground) == ["Milk: New", "Bread: Mateo Rivera"])
      }
      // The first tick stays, whoever ticks again.
      #expect(try await tick([milk, bread], as: talk.elena, ground) == ["New", "Mateo Rivera"])
      #expect(try await tick([milk, bread], as: guest, ground) == ["New", "Mateo Rivera"])
      // One that is open again is of the next.
      #expect(try await ground.tick([milk], ", isTicked: false", as: talk.elena).at("errors") == nil)
      #expect(try await tickers(list, as: guest, ground) == ["Milk: -", "Bread: Mateo Rivera"])
      #expect(try await tick([milk], as: talk.elena, ground) == ["Elena Rivera"])
    }
  }

  @Test func `A guest with a family of its own ticks by the name that it has as a guest`() async throws {
    try await run { ground in
      let talk = ground.talk
      let list = try await ground.list()
      let tea = try await ground.added("Tea", to: list)
      let guest = try await strangerAsGuest(of: list, ground)
      let member = try #require(try await talk.ask("{ viewer { member { name } } }", as: guest).at("viewer", "member", "name")?.string)
      #expect(member != "Uncle Toby")
      #expect(try await tick([tea], as: guest, ground) == ["Uncle Toby"])
      #expect(try await tickers(list, as: talk.elena, ground) == ["Tea: Uncle Toby"])
      let names = try await talk.ask(#"{ shoppingList(id: "\#(list)") { guests { name } } }"#, as: talk.elena)
      #expect(names.at("shoppingList", "guests", 0, "name")?.string == "Uncle Toby")
    }
  }

  @Test func `One who ticks things of its own list and of a list of others has in each the name that they know`() async throws {
    try await run { ground in
      let talk = ground.talk
      let (list, own) = (try await ground.list(), try await ground.list("Own", as: talk.stranger))
      let (tea, salt) = (try await ground.added("Tea", to: list), try await ground.added("Salt", to: own, as: talk.stranger))
      let guest = try await strangerAsGuest(of: list, ground)
      let member = try #require(try await talk.ask("{ viewer { member { name } } }", as: guest).at("viewer", "member", "name")?.string)
      #expect(try await tick([tea, salt], as: guest, ground) == ["Uncle Toby", member])
      #expect(try await tickers(list, as: talk.elena, ground) == ["Tea: Uncle Toby"])
      #expect(try await tickers(own, as: guest, ground) == ["Salt: \(member)"])
    }
  }

  @Test func `A name stays when the guest's end has come`() async throws {
    try await run { ground in
      let talk = ground.talk
      let list = try await ground.list()
      let milk = try await ground.added("Milk", to: list)
      let guest = try await ground.guest(of: list)
      #expect(try await tick([milk], as: guest, ground) == ["New"])
      let found = try await talk.ask(#"{ shoppingList(id: "\#(list)") { guests { id } } }"#, as: talk.elena)
      let id = try #require(found.at("shoppingList", "guests", 0, "id")?.string)
      _ = try await talk.ask(#"mutation { deleteShoppingListGuest(input: {id: "\#(id)"}) { id } }"#, as: talk.elena)
      #expect(try await tickers(list, as: talk.mateo, ground) == ["Milk: New"])
    }
  }
}
