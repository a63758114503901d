import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// The demonstration family without recipes, meals and shopping lists.
struct ShoppingGround {
  let talk: Conversation

  static func run(_ database: Task<SchoolDatabase, any Error>, _ body: (ShoppingGround) async throws -> Void) async throws {
    try await Conversation.with(database) { talk in
      for table in ["meals", "recipes", "shopping_lists"] { try await talk.database.run(SQL("DELETE FROM \(identifier: table)")) }
      try await body(ShoppingGround(talk: talk))
    }
  }

  // MARK: Lists

  func list(_ name: String = "Market", _ fields: String = "", as viewer: AccountViewer? = nil) async throws -> String {
    let id = newID()
    _ = try await talk.ask(
      #"mutation { createShoppingList(input: {id: "\#(id)", name: "\#(name)"\#(fields)}) { shoppingList { id isShared } } }"#,
      as: viewer ?? talk.elena)
    return id
  }

  func add(
    _ name: String, to list: String, _ fields: String = "", id: String = newID(), as viewer: AccountViewer? = nil
  ) async throws -> JSONValue {
    try await talk.answer(
      """
      mutation { createShoppingItem(input: {id: "\(id)", shoppingListId: "\(list)", name: "\(name)"\(fields)}) {
        shoppingItem { id name quantity unit category note tickedAt tickedBy version }
      } }
      """, as: viewer ?? talk.elena)
  }

  /// The id of a new item.
  func added(_ name: String, to list: String, _ fields: String = "", as viewer: AccountViewer? = nil) async throws -> String {
    let answer = try await add(name, to: list, fields, as: viewer)
    return try #require(answer.at("data", "createShoppingItem", "shoppingItem", "id")?.string, "\(answer)")
  }

  func update(_ item: String, _ fields: String, as viewer: AccountViewer? = nil) async throws -> JSONValue {
    try await talk.answer(
      #"mutation { updateShoppingItem(input: {id: "\#(item)", \#(fields)}) { shoppingItem { name quantity unit category note version } } }"#,
      as: viewer ?? talk.elena)
  }

  func delete(_ item: String, as viewer: AccountViewer? = nil) async throws -> JSONValue {
    try await talk.answer(#"mutation { deleteShoppingItem(input: {id: "\#(item)"}) { id } }"#, as: viewer ?? talk.elena)
  }

  func tick(_ items: [String], _ fields: String = "", as viewer: AccountViewer? = nil) async throws -> JSONValue {
    let ids = items.map { "\"\($0)\"" }.joined(separator: ", ")
    return try await talk.answer(
      "mutation { tickShoppingItems(input: {ids: [\(ids)]\(fields)}) { items { id tickedAt tickedBy version } goneIds } }",
      as: viewer ?? talk.elena)
  }

  func clear(_ list: String, _ fields: String = "", as viewer: AccountViewer? = nil) async throws -> JSONValue {
    try await talk.answer(
      #"mutation { clearTickedItems(input: {shoppingListId: "\#(list)"\#(fields)}) { shoppingList { openCount } removedIds } }"#,
      as: viewer ?? talk.elena)
  }

  /// The items as `2 l Milk` and `Bread`, with `x` in front of those that are ticked; nil where the viewer sees no such list.
  func items(_ list: String, as viewer: AccountViewer? = nil) async throws -> [String]? {
    let data = try await talk.ask(
      #"{ shoppingList(id: "\#(list)") { items { name quantity unit tickedAt } } }"#, as: viewer ?? talk.elena)
    return data.at("shoppingList", "items")?.array?.map { item in
      ([item.at("tickedAt")?.string == nil ? nil : "x"] + ["quantity", "unit", "name"].map { item.at(.key($0))?.string })
        .compactMap(\.self).joined(separator: " ")
    }
  }

  // MARK: Guests

  func code(_ list: String, as viewer: AccountViewer? = nil) async throws -> String {
    let answer = try await talk.answer(
      #"mutation { inviteToShoppingList(input: {shoppingListId: "\#(list)"}) { code } }"#, as: viewer ?? talk.elena)
    return try #require(answer.at("data", "inviteToShoppingList", "code")?.string, "\(answer)")
  }

  func accept(_ code: String, as viewer: AccountViewer) async throws -> JSONValue {
    try await talk.answer(
      #"mutation { acceptShoppingListInvitation(input: {code: "\#(code)"}) { shoppingList { id name items { name } guests { name } } } }"#,
      as: viewer)
  }

  /// An account without a family that is a guest of a list.
  func guest(of list: String) async throws -> AccountViewer {
    let guest = try await talk.newcomer()
    let accepted = try await accept(try await code(list), as: guest)
    #expect(accepted.at("errors") == nil, "\(accepted)")
    return guest
  }

  // MARK: Meals

  /// - Parameter ingredients: as the SDL has them: `{name: "Flour", quantity: "200", unit: "g"}`.
  func recipe(_ name: String, servings: Int, _ ingredients: String) async throws -> String {
    let id = newID()
    _ = try await talk.ask(
      """
      mutation { createRecipe(input: {id: "\(id)", name: "\(name)", servings: \(servings), ingredients: [\(ingredients)]}) {
        recipe { ingredients { name quantity unit note } }
      } }
      """, as: talk.elena)
    return id
  }

  func meal(_ recipe: String, on day: String = "2026-09-07", _ slot: String = "DINNER", servings: Int? = nil) async throws -> String {
    let id = newID()
    _ = try await talk.ask(
      """
      mutation { createMeal(input: {
        id: "\(id)", date: "\(day)", slot: \(slot), recipeId: "\(recipe)", servings: \(servings.map { "\($0)" } ?? "null")
      }) { meal { recipe { name } servings } } }
      """, as: talk.elena)
    return id
  }

  func serve(_ meal: String, _ servings: Int) async throws {
    _ = try await talk.ask(
      #"mutation { updateMeal(input: {id: "\#(meal)", servings: \#(servings)}) { meal { id } } }"#, as: talk.elena)
  }

  /// The numbers of new and of changed items.
  func shop(_ list: String, from: String = "2026-09-07", days: Int = 7, as viewer: AccountViewer? = nil) async throws -> [Int] {
    let answer = try await talk.answer(
      """
      mutation { addMealsToShoppingList(input: {shoppingListId: "\(list)", from: "\(from)", days: \(days)}) { addedCount changedCount } }
      """, as: viewer ?? talk.elena)
    #expect(answer.at("errors") == nil, "\(answer)")
    return ["addedCount", "changedCount"].map { Int(answer.at("data", "addMealsToShoppingList", .key($0))?.number ?? -1) }
  }
}
