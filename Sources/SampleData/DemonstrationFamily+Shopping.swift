package import SQL

extension DemonstrationFamily {
  /// A list of the family with a guest from outside, and one of Elena's alone.
  var shoppingTables: [SampleTable] {
    [shoppingListsTable, shoppingItemsTable, shoppingMemoriesTable, shoppingListGuestsTable]
  }

  /// The list that the family shares.
  package static let shoppingListID = key(.shoppingList, 1)
  /// An open item of it.
  package static let shoppingItemID = key(.shoppingItem, 1)

  private var shoppingListsTable: SampleTable {
    let lists: [(name: String, isShared: Bool, owner: DemonstrationPerson)] = [("Market", true, .elena), ("Gifts", false, .elena)]
    return table(
      "shopping_lists", ["family_id", "id", "name", "is_shared", "owner_id", "created_at", "updated_at"], Array(lists.enumerated())
    ) { [created] numbered, text in
      let (index, list) = numbered
      text.appendRow(Self.id, Self.key(.shoppingList, index + 1), list.name, list.isShared, list.owner.id, created, created)
    }
  }

  private typealias DemonstrationItem = (
    list: Int, name: String, quantity: String?, unit: String?, category: String?, note: String?, tickedBy: String?
  )

  private static let items: [DemonstrationItem] = [
    (1, "Milk", "2", "l", "Dairy", nil, nil), (1, "Bread", nil, nil, "Bakery", "the dark one", nil),
    (1, "Apples", "1.5", "kg", "Produce", nil, "Mateo Rivera"), (2, "Watercolors", "1", nil, nil, "for Leo", nil),
  ]

  private var shoppingItemsTable: SampleTable {
    table(
      "shopping_items",
      [
        "family_id", "id", "shopping_list_id", "name", "quantity", "unit", "category", "note", "ticked_at", "ticked_by", "created_at",
        "updated_at",
      ], Array(Self.items.enumerated())
    ) { [referenceDay] numbered, text in
      let (index, item) = numbered
      let made = Moment(referenceDay.adding(days: -1), offset: (18 + index) * Moment.hour / 2)
      text.appendRow(
        Self.id, Self.key(.shoppingItem, index + 1), Self.key(.shoppingList, item.list), item.name, item.quantity, item.unit, item.category,
        item.note, item.tickedBy == nil ? nil : made + Moment.hour, item.tickedBy, made, made)
    }
  }

  /// The eggs of a breakfast that the list has had.
  private var shoppingMemoriesTable: SampleTable {
    table(
      "shopping_memories",
      ["family_id", "id", "shopping_list_id", "meal_id", "name", "unit_kind", "numerator", "denominator", "created_at"], ["eggs"]
    ) { [created] name, text in
      text.appendRow(
        Self.id, Self.key(.shoppingMemory, 1), Self.shoppingListID, Self.key(.meal, 2), name, "UNIT ", "5", "2", created)
    }
  }

  private var shoppingListGuestsTable: SampleTable {
    let guest = DemonstrationStaff.dispatcher
    return table(
      "shopping_list_guests", ["family_id", "id", "shopping_list_id", "account_id", "name", "created_at", "updated_at"], [guest.name]
    ) { [created] name, text in
      text.appendRow(Self.id, Self.key(.shoppingGuest, 1), Self.shoppingListID, guest.accountID, name, created, created)
    }
  }
}
