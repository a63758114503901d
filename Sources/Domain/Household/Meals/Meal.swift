import Planning
import SQL

/// `Meal` (ME-11): a meal of a day, in its place of the day.
enum Meal: WritableType {
  enum Column: String, ColumnName {
    case title
    case recipeID = "recipe_id"
  }

  static let entity = Entity<Viewer>(
    "Meal", table: "meals", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 50_000, bytes: 8 << 20), order: [.descending("date"), .ascending("place")],
    stored: [.family: ["id", "date", "slot", "recipe", "title", "servings", "createdAt", "updatedAt", "version"]])
}
