package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Recipes and the plan of meals (ME-11).
  package static var meals: Area {
    Area(
      types: [Recipe.self, Ingredient.self, Meal.self],
      resolvers: [
        "Family.recipes": .toMany(access: .family),
        "Family.meals": .toMany(access: .family),
        "Mutation.addMealsToShoppingList": MealShopping.resolver,
      ])
  }
}
