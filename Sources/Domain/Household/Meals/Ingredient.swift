import Planning
import SQL

/// `Ingredient`: what a recipe needs, in its order. A write of the recipe replaces all of them.
enum Ingredient: EntityType {
  enum Column: String, ColumnName {
    case position, name, quantity, unit, note
    case recipeID = "recipe_id"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("recipe_ingredients_recipe", "the recipe is made or locked by the same transaction"),
    .unreachable("recipe_ingredients_name", "the input has the same bounds"),
    .unreachable("recipe_ingredients_quantity", "the input has the same bounds"),
    .unreachable("recipe_ingredients_unit", "the input has the same bounds"),
    .unreachable("recipe_ingredients_note", "the input has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "Ingredient", table: "recipe_ingredients", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 50_000, bytes: 8 << 20), order: [.ascending("position")], isVersioned: false,
    stored: [.family: ["name", "quantity", "unit", "note"]])

  /// The most ingredients of a recipe.
  static let maximum = 100

  /// Gives a recipe the ingredients that an input has.
  static func write(_ input: MutationInput, _ recipe: UUIDValue, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    let items = try input.items("ingredients", atMost: maximum)
    var values: [[ColumnValue]] = []
    for (index, item) in items.enumerated() {
      let ware = try Ware(item)
      values.append(
        [set(.recipeID, .uuid(recipe)), set(.position, .int4(Int32(index + 1)))]
          + [set(.name, .text(ware.name ?? "")), set(.quantity, ware.quantity), set(.unit, ware.unit), set(.note, ware.note)])
    }
    _ = try await rows.delete(Self.self, where: .recipeID, isAmong: [recipe])
    if values.isEmpty { return }
    try await rows.insert(
      Self.self, zip(UUIDValue.timeOrdered(count: values.count), values).map { (key: $0, values: $1) })
  }
}
