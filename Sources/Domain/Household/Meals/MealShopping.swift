import Planning
import SQL

/// `addMealsToShoppingList`: see migrations/functions/household/add_meals.sql, which computes with exact fractions.
enum MealShopping {
  static let maximumOfDays: Int32 = 200

  static var resolver: Resolver<Viewer> {
    .mutation(access: .parents) { input throws(MutationFailure) in
      let list = try input.requiredID("shoppingListId")
      let days = try input.integer("days") ?? 0
      guard (1...maximumOfDays).contains(days) else {
        throw .invalid("\"days\" must be from 1 to \(maximumOfDays), got \(days).", at: input.path(of: "days"))
      }
      guard let from = try input.date("from") else { throw input.notFound("from") }
      return { rows throws(MutationFailure) in
        guard let own = rows.viewer.membership else { throw input.notFound("shoppingListId") }
        // A list of which the parent is a guest is of another family.
        let found = try await rows.row(ShoppingList.self, key: list, columns: [.familyID])
        guard found.count == 1, found.uuid(row: 0, column: 0) == own.familyID else { throw input.notFound("shoppingListId") }
        let done = try await rows.call(.addMeals(family: own.familyID, list: list, fromDay: from, days: days))
        return .changed(
          ["shoppingList": list],
          values: ["addedCount": .integer(done.added), "changedCount": .integer(done.changed)])
      }
    }
  }
}
