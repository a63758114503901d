import Planning
import SQL

/// `ShoppingListGuest`: an account from outside that sees a list. Guests see none but themselves.
enum ShoppingListGuest: WritableType {
  static let constraints: [ConstraintRule] = [
    .unreachable("shopping_list_guests_list", "a function writes it, which holds the family of the list"),
    .unreachable("shopping_list_guests_once", "a function adds a guest that is none yet"),
    .unreachable("shopping_list_guests_name", "the name of an account, which has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "ShoppingListGuest", table: "shopping_list_guests", scope: .listGuest,
    visibility: Visibility { _, guest in
      "(\(guest["account_id"]) = \(guest.viewer(.accountID)) OR \(ShoppingMemory.isSeen(guest)))"
    },
    extent: .small, quota: Quota(rows: 1_000, bytes: 1 << 20), order: [.ascending("name")],
    stored: [.signedIn: ["id", "name", "createdAt", "updatedAt", "version"]])
}
