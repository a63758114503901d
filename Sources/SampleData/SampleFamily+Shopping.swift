import SQL

/// A list that the family shares, and one of the first parent's alone.
extension SampleFamily {
  static let shoppingLists = TableOutline(
    name: "shopping_lists", columns: ["family_id", "id", "name", "is_shared", "owner_id", "created_at", "updated_at"], rowCount: { _ in 2 },
    write: { family, number, text in
      let row = family.identity(.shoppingList, number)
      text.appendRow(
        family.id, row.id, ["Weekend", "Presents"][number], number == 0, family.identity(.member, 0).id, row.created, row.created)
    })

  static let shoppingItems = TableOutline(
    name: "shopping_items",
    columns: [
      "family_id", "id", "shopping_list_id", "name", "quantity", "unit", "category", "note", "ticked_at", "ticked_by", "created_at", "updated_at",
    ],
    rowCount: { _ in 3 },
    write: { family, number, text in
      let row = family.identity(.shoppingItem, number)
      let (quantity, unit): (String?, String?) = number == 0 ? ("2", "l") : (nil, nil)
      let (ticked, ticker): (Moment?, String?) = number == 1 ? (row.created, "A parent") : (nil, nil)
      let category: String? = number == 0 ? "Dairy" : nil
      let note: String? = number == 2 ? "a small one" : nil
      text.appendRow(
        family.id, row.id, family.identity(.shoppingList, number / 2).id, ["Milk", "Bread", "Kite"][number], quantity, unit, category, note,
        ticked, ticker, row.created, row.created)
    })

  /// Somebody who was a guest before it joined the family.
  static let shoppingListGuests = TableOutline(
    name: "shopping_list_guests",
    columns: ["family_id", "id", "shopping_list_id", "account_id", "name", "created_at", "updated_at"], rowCount: { _ in 1 },
    write: { family, number, text in
      let row = family.identity(.shoppingGuest, number)
      text.appendRow(
        family.id, row.id, family.identity(.shoppingList, 0).id, family.identity(.account, 0).id, "A guest", row.created, row.created)
    })

  /// The barley that the shared list has had.
  static let shoppingMemories = TableOutline(
    name: "shopping_memories",
    columns: ["family_id", "id", "shopping_list_id", "meal_id", "name", "unit_kind", "numerator", "denominator", "created_at"],
    rowCount: { _ in 1 },
    write: { family, number, text in
      let row = family.identity(.shoppingMemory, number)
      text.appendRow(
        family.id, row.id, family.identity(.shoppingList, 0).id, family.identity(.meal, 0).id, "barley", "MASS", "150", "1", row.created)
    })
}
