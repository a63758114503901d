import Planning
import SQL

/// `Recipe` (ME-11).
enum Recipe: WritableType {
  enum Column: String, ColumnName {
    case name
  }

  static let entity = Entity<Viewer>(
    "Recipe", table: "recipes", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 5_000, bytes: 8 << 20), order: [.ascending("name")],
    stored: [.family: ["id", "name", "servings", "text", "link", "createdAt", "updatedAt", "version"]],
    resolvers: ["ingredients": .toMany(key: "recipe_id", access: .family)])

  /// Meals stay without it, under its name.
  static let rules = WriteRules(
    following: ("ingredients", Ingredient.write),
    beforeDelete: { id, rows throws(MutationFailure) in
      let found = try await rows.row(Recipe.self, key: id, columns: [.name])
      let name = found.count == 1 ? found.text(row: 0, column: 0) : nil
      let title: SQL = "coalesce(title, \(bind: name.map { .text($0) } ?? .null(.text)))"
      _ = try await rows.update(Meal.self, [Meal.set(.recipeID, .null(.uuid)), Meal.set(.title, sql: title)]) {
        "\($0[.recipeID]) = \(bind: .uuid(id))"
      }
    })
}
