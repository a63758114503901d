import SQL

/// Two recipes, and the meals of three days.
extension SampleFamily {
  static let recipes = TableOutline(
    name: "recipes", columns: ["family_id", "id", "name", "servings", "text", "link", "created_at", "updated_at"], rowCount: { _ in 2 },
    write: { family, number, text in
      let row = family.identity(.recipe, number)
      let note: String? = number == 0 ? "Boil for twenty minutes." : nil
      let link: String? = number == 1 ? "https://example.org/bread" : nil
      text.appendRow(family.id, row.id, ["Barley soup", "Rye bread"][number], ["4", "8"][number], note, link, row.created, row.created)
    })

  static let recipeIngredients = TableOutline(
    name: "recipe_ingredients",
    columns: ["family_id", "id", "recipe_id", "position", "name", "quantity", "unit", "note", "created_at"], rowCount: { _ in 4 },
    write: { family, number, text in
      let row = family.identity(.recipeIngredient, number)
      let (quantity, unit): (String?, String?) = number == 3 ? (nil, nil) : ("\(100 * (number + 1))", "g")
      let note: String? = number == 3 ? "a pinch" : nil
      text.appendRow(
        family.id, row.id, family.identity(.recipe, number / 2).id, "\(number % 2 + 1)", ["Barley", "Leeks", "Rye flour", "Salt"][number],
        quantity, unit, note, row.created)
    })

  static let meals = TableOutline(
    name: "meals",
    columns: ["family_id", "id", "date", "slot", "recipe_id", "title", "servings", "created_at", "updated_at"], rowCount: { _ in 3 },
    write: { family, number, text in
      let row = family.identity(.meal, number)
      let recipe: UUIDValue? = number < 2 ? family.identity(.recipe, number).id : nil
      let title: String? = number == 2 ? "At Grandmother's" : nil
      let servings: String? = number == 0 ? "6" : nil
      text.appendRow(
        family.id, row.id, family.sample.referenceDay.adding(days: number), ["DINNER", "BREAKFAST", "LUNCH"][number], recipe, title, servings,
        row.created, row.created)
    })
}
