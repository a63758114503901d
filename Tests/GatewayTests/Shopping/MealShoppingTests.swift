import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Meals whose ingredients go to shopping lists (ME-11): scaled, added up exactly, and once however often they are asked for.
@Suite(.serialized) struct MealShoppingTests {
  private static let database = Task { try await SchoolDatabase("meal_shopping", families: 1) }

  private func run(_ body: (ShoppingGround) async throws -> Void) async throws { try await ShoppingGround.run(Self.database, body) }

  private static let pancakes = """
    {name: "flour", quantity: "200", unit: "g"}, {name: "milk", quantity: "1", unit: "cup"}, {name: "eggs", quantity: "2"}, {name: "salt"}
    """
  private static let bread = """
    {name: "Flour", quantity: "0.5", unit: "kg"}, {name: "Milk", quantity: "3", unit: "tbsp"}, {name: "Salt"}
    """

  @Test func `Ingredients are scaled and added up, and a change of a meal adds the difference`() async throws {
    try await run { ground in
      let list = try await ground.list()
      let first = try await ground.meal(try await ground.recipe("A", servings: 4, Self.pancakes), servings: 6)
      _ = try await ground.meal(try await ground.recipe("B", servings: 2, Self.bread), on: "2026-09-08")
      #expect(try await ground.shop(list) == [4, 0])
      #expect(try await ground.items(list) == ["800 g flour", "1.688 cup milk", "3 eggs", "salt"])
      #expect(try await ground.shop(list) == [0, 0])
      try await ground.serve(first, 8)
      #expect(try await ground.shop(list) == [0, 3])
      #expect(try await ground.items(list) == ["900 g flour", "2.188 cup milk", "4 eggs", "salt"])
      #expect(try await ground.shop(list, from: "2026-09-09") == [0, 0])
    }
  }

  @Test func `One name and one kind of unit are one item`() async throws {
    try await run { ground in
      let list = try await ground.list()
      let recipe = try await ground.recipe(
        "C", servings: 3,
        """
        {name: "butter", quantity: "100", unit: "g"}, {name: " Butter ", quantity: "2", unit: "tbsp"}, {name: "BUTTER", quantity: "1"},
        {name: "butter", quantity: "1", unit: "stick"}, {name: "butter", quantity: "0.5", unit: "Stick"}
        """)
      _ = try await ground.meal(recipe)
      #expect(try await ground.shop(list) == [4, 0])
      #expect(try await ground.items(list) == ["100 g butter", "2 tbsp Butter", "1 BUTTER", "1.5 stick butter"])
    }
  }

  @Test func `A third of a cup three times is a cup`() async throws {
    try await run { ground in
      let list = try await ground.list()
      let recipe = try await ground.recipe("Thirds", servings: 3, #"{name: "Oats", quantity: "1", unit: "cup"}"#)
      for day in ["2026-09-07", "2026-09-08", "2026-09-09"] {
        _ = try await ground.meal(recipe, on: day, servings: 1)
        _ = try await ground.shop(list)
      }
      #expect(try await ground.items(list) == ["1 cup Oats"])
      // Pounds and ounces are compared, too: 1 lb is 16 oz.
      let other = try await ground.list("Other")
      let pounds = try await ground.recipe("Pounds", servings: 16, #"{name: "Nuts", quantity: "1", unit: "lb"}"#)
      _ = try await ground.add("nuts", to: other, #", quantity: "2", unit: "oz""#)
      _ = try await ground.meal(pounds, on: "2026-10-01", servings: 3)
      #expect(try await ground.shop(other, from: "2026-10-01") == [0, 1])
      #expect(try await ground.items(other) == ["5 oz nuts"])
    }
  }

  @Test func `Items that are ticked or deleted count as had, and less than that is taken off what is open`() async throws {
    try await run { ground in
      let list = try await ground.list()
      let recipe = try await ground.recipe("Eggs", servings: 2, #"{name: "Eggs", quantity: "2"}, {name: "Salt"}, {name: "Oil", quantity: "1", unit: "dl"}"#)
      let meal = try await ground.meal(recipe, servings: 4)
      #expect(try await ground.shop(list) == [3, 0])
      let data = try await ground.talk.ask(#"{ shoppingList(id: "\#(list)") { items { id name } } }"#, as: ground.talk.elena)
      let ids = Dictionary(
        (data.at("shoppingList", "items")?.array ?? []).map { ($0.at("name")?.string ?? "", $0.at("id")?.string ?? "") }) { $1 }
      _ = try await ground.tick([ids["Eggs"] ?? ""])
      #expect(try await ground.delete(ids["Salt"] ?? "").at("errors") == nil)
      #expect(try await ground.shop(list) == [0, 0])
      try await ground.serve(meal, 5)
      #expect(try await ground.shop(list) == [1, 1])
      #expect(Set(try await ground.items(list) ?? []) == ["x 4 Eggs", "1 Eggs", "2.5 dl Oil"])
      // Four eggs are bought: the open one is not needed any more.
      try await ground.serve(meal, 2)
      #expect(try await ground.shop(list) == [0, 2])
      #expect(Set(try await ground.items(list) ?? []) == ["x 4 Eggs", "1 dl Oil"])
      #expect(try await ground.shop(list) == [0, 0])
      // An amount that a person set is taken as it is.
      _ = try await ground.update(ids["Oil"] ?? "", #"quantity: "0.25", unit: "l""#)
      try await ground.serve(meal, 3)
      _ = try await ground.shop(list)
      #expect(Set(try await ground.items(list) ?? []) == ["x 4 Eggs", "0.3 l Oil"])
    }
  }

  @Test func `Recipes and meals have their bounds, and students and others write none`() async throws {
    try await run { ground in
      let talk = ground.talk
      for (ingredient, isTaken) in [
        (#"{name: "A", quantity: "0"}"#, false), (#"{name: "A", quantity: "-1"}"#, false), (#"{name: "", quantity: "1"}"#, false),
        (#"{name: "A", quantity: "0.000001"}"#, true),
      ] {
        let answer = try await talk.answer(
          "mutation { createRecipe(input: {name: \"R\", servings: 1, ingredients: [\(ingredient)]}) { recipe { id } } }", as: talk.elena)
        #expect(answer.code == (isTaken ? nil : "BAD_USER_INPUT"), "\(answer)")
      }
      let recipe = try await ground.recipe("R", servings: 2, #"{name: "A", quantity: "1.50"}, {name: "B"}"#)
      let read = #"{ recipe(id: "\#(recipe)") { version ingredients { name quantity } } }"#
      #expect(try await talk.ask(read, as: talk.ada).at("recipe", "ingredients", 0, "quantity")?.string == "1.5")
      #expect(try await talk.ask(read, as: talk.stranger).at("recipe") == .null)
      let changed = try await talk.ask(
        #"mutation { updateRecipe(input: {id: "\#(recipe)", ingredients: [{name: "C"}]}) { recipe { version ingredients { name } } } }"#,
        as: talk.elena
      ).at("updateRecipe", "recipe")
      #expect(changed?.at("ingredients")?.array?.count == 1 && changed?.at("version")?.number == 2, "\(changed ?? .null)")
      let meal = try await ground.meal(recipe)
      _ = try await talk.ask(#"mutation { deleteRecipe(input: {id: "\#(recipe)"}) { id } }"#, as: talk.elena)
      let left = try await talk.ask(#"{ meal(id: "\#(meal)") { title recipe { id } } }"#, as: talk.ada).at("meal")
      #expect(left?.at("title")?.string == "R" && left?.at("recipe") == .null, "\(left ?? .null)")
      let list = try await ground.list()
      for days in [0, 201] {
        let answer = try await talk.answer(
          #"mutation { addMealsToShoppingList(input: {shoppingListId: "\#(list)", from: "2026-09-07", days: \#(days)}) { addedCount } }"#,
          as: talk.elena)
        #expect(answer.code == "BAD_USER_INPUT")
      }
      for (viewer, code) in [(talk.ada, "FORBIDDEN"), (talk.stranger, "NOT_FOUND")] {
        let answer = try await talk.answer(
          #"mutation { addMealsToShoppingList(input: {shoppingListId: "\#(list)", from: "2026-09-07", days: 1}) { addedCount } }"#, as: viewer)
        #expect(answer.code == code)
      }
    }
  }
}
