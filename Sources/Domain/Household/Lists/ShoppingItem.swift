import Planning
import SQL

/// `ShoppingItem` (ME-10): seen by those who see the list.
enum ShoppingItem: EntityType {
  enum Column: String, ColumnName {
    case id, name, quantity, unit, category, note, numerator, denominator, version
    case familyID = "family_id"
    case listID = "shopping_list_id"
    case tickedAt = "ticked_at"
    case tickedBy = "ticked_by"
  }

  static let constraints: [ConstraintRule] = [
    .notFound("shopping_items_shopping_list", ["shoppingListId"]),
    .unreachable("shopping_items_writers", "a trigger copies the guests of the list, of whom there are as many at most"),
    .unreachable("shopping_items_name", "the input has the same bounds"),
    .unreachable("shopping_items_quantity", "the input has closer bounds"),
    .unreachable("shopping_items_unit", "the input has the same bounds"),
    .unreachable("shopping_items_category", "the input has the same bounds"),
    .unreachable("shopping_items_note", "the input has the same bounds"),
    .unreachable("shopping_items_tick", "the server writes both"),
    .unreachable("shopping_items_ticker", "the name of a member, a guest or an account, which has the same bounds"),
    .unreachable("shopping_items_fraction", "both are written together"),
  ]

  static let entity = Entity<Viewer>(
    "ShoppingItem", table: "shopping_items", scope: .listItem,
    visibility: Visibility { _, item in
      "(\(item["private_to"]) IS NULL OR \(item["private_to"]) = \(item.viewer(.memberID)) OR \(isOfGuest(item)))"
    },
    extent: .unbounded, quota: Quota(rows: 20_000, bytes: 8 << 20), order: [.ascending("created_at")],
    stored: [
      .signedIn: [
        "id", "name", "quantity", "unit", "category", "note", "tickedAt", "tickedBy", "shoppingList", "createdAt", "updatedAt", "version",
      ]
    ])

  /// Whether the viewer is a guest of the list.
  static func isOfGuest(_ item: RowReference<Viewer>) -> SQL { "\(item["writer_ids"]) @> ARRAY[\(item.viewer(.accountID))]" }

  /// Whether the viewer writes the item: as a parent of the family, or as a guest.
  static func isWritten(_ item: RowReference<Viewer>) -> SQL {
    "coalesce(\(item["family_id"]) = \(item.viewer(.familyID)) AND \(item.viewer(.role)) = 'PARENT' OR \(isOfGuest(item)), false)"
  }
}

/// The amount of a meal's ingredient that a list had. No object of the schema shows it: add_meals() alone reads and writes it.
enum ShoppingMemory: EntityType {
  static let constraints: [ConstraintRule] = [
    .unreachable("shopping_memories_list", "the change holds the family of the list"),
    .unreachable("shopping_memories_meal", "the change holds the family of the meal"),
  ]

  static let entity = Entity<Viewer>(
    "ShoppingMemory", table: "shopping_memories", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 100_000, bytes: 16 << 20), isVersioned: false)

  /// Whether the viewer sees the list that a row names, as a member of the family.
  @Sendable static func isSeen(_ row: RowReference<Viewer>) -> SQL {
    let list = RowReference<Viewer>(alias: "remembering") { row.viewer($0) }
    return """
      EXISTS (SELECT 1 FROM shopping_lists remembering WHERE remembering.family_id = \(row["family_id"]) \
      AND remembering.id = \(row["shopping_list_id"]) AND (\(list["is_shared"]) OR \(list["owner_id"]) = \(row.viewer(.memberID))))
      """
  }
}
