import SQL

extension DemonstrationFamily {
  /// Two recipes, and the meals of the days after the reference day.
  var mealTables: [SampleTable] { [recipesTable, recipeIngredientsTable, mealsTable] }

  private static let recipes: [(name: String, servings: Int, text: String?, link: String?)] = [
    ("Pancakes", 4, "Whisk, rest for ten minutes, and fry in butter.", nil),
    ("Lentil soup", 6, nil, "https://example.org/lentil-soup"),
  ]

  private typealias DemonstrationIngredient = (recipe: Int, name: String, quantity: String?, unit: String?, note: String?)

  private static let ingredients: [DemonstrationIngredient] = [
    (1, "Flour", "200", "g", nil), (1, "Milk", "1", "cup", nil), (1, "Eggs", "2", nil, nil), (1, "Salt", nil, nil, "a pinch"),
    (2, "Red lentils", "0.5", "kg", nil), (2, "Carrots", "4", nil, nil), (2, "Salt", nil, nil, nil),
  ]

  private var recipesTable: SampleTable {
    table(
      "recipes", ["family_id", "id", "name", "servings", "text", "link", "created_at", "updated_at"], Array(Self.recipes.enumerated())
    ) { [created] numbered, text in
      let (index, recipe) = numbered
      text.appendRow(
        Self.id, Self.key(.recipe, index + 1), recipe.name, "\(recipe.servings)", recipe.text, recipe.link, created, created)
    }
  }

  private var recipeIngredientsTable: SampleTable {
    table(
      "recipe_ingredients", ["family_id", "id", "recipe_id", "position", "name", "quantity", "unit", "note", "created_at"],
      Array(Self.ingredients.enumerated())
    ) { [created] numbered, text in
      let (index, ingredient) = numbered
      text.appendRow(
        Self.id, Self.key(.recipeIngredient, index + 1), Self.key(.recipe, ingredient.recipe), "\(index + 1)", ingredient.name,
        ingredient.quantity, ingredient.unit, ingredient.note, created)
    }
  }

  private var mealsTable: SampleTable {
    let meals: [(day: Int, slot: String, recipe: Int?, title: String?, servings: Int?)] = [
      (0, "DINNER", 2, nil, nil), (1, "BREAKFAST", 1, nil, 5), (1, "LUNCH", nil, "Picnic at the creek", nil),
    ]
    return table(
      "meals", ["family_id", "id", "date", "slot", "recipe_id", "title", "servings", "created_at", "updated_at"],
      Array(meals.enumerated())
    ) { [created, referenceDay] numbered, text in
      let (index, meal) = numbered
      text.appendRow(
        Self.id, Self.key(.meal, index + 1), referenceDay.adding(days: meal.day), meal.slot, meal.recipe.map { Self.key(.recipe, $0) },
        meal.title, meal.servings.map { "\($0)" }, created, created)
    }
  }
}
