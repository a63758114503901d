import Planning
import Domain

/// `ShoppingItem`.
enum ShoppingItem: WritableType {
  static let entity = Entity<Viewer>(
    "ShoppingItem", table: "shopping_items", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 20_000, bytes: 4 << 20), order: [.ascending("name")],
    stored: [
      .family: [
        "id", "name", "quantity", "store", "neededOn", "isBought", "shoppingList", "createdAt", "updatedAt", "version",
      ]
    ])
}
