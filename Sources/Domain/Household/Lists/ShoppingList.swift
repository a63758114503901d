import Planning
import SQL

/// `ShoppingList` (ME-10): the family's, or its owner's alone; and its guests'.
enum ShoppingList: WritableType {
  enum Column: String, ColumnName {
    case familyID = "family_id"
    case ownerID = "owner_id"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("shopping_lists_guests", "a function counts guests before it adds one")
  ]

  static let entity = Entity<Viewer>(
    "ShoppingList", table: "shopping_lists", scope: .list,
    visibility: Visibility { _, list in
      "(\(list["is_shared"]) OR \(list["owner_id"]) = \(list.viewer(.memberID)) OR \(isOfGuest(list)))"
    },
    extent: .small, quota: Quota(rows: 500, bytes: 1 << 20), order: [.ascending("name")],
    stored: [.signedIn: ["id", "name", "isShared", "createdAt", "updatedAt", "version"]],
    resolvers: [
      "openCount": .expression(.int4, access: .signedIn) { list, _ in
        """
        (SELECT count(*)::int4 FROM shopping_items listed WHERE listed.family_id = \(list["family_id"]) \
        AND listed.shopping_list_id = \(list["id"]) AND listed.ticked_at IS NULL)
        """
      },
      "items": .toMany(access: .signedIn),
      "guests": .toMany(access: .signedIn),
    ])

  /// The parent who makes a list is its owner. The owner alone takes it back from the others.
  static let rules = WriteRules(
    constants: [
      .init(
        "owner_id",
        sql: """
          (SELECT maker.id FROM members maker WHERE maker.family_id = \(Viewer.Attribute.familyID.inScope) \
          AND maker.account_id = \(Viewer.Attribute.accountID.inScope))
          """)
    ],
    beforeUpdate: { input, _, rows throws(MutationFailure) in
      guard input.isGiven("isShared"), !input.flag("isShared"), !input.isNull("isShared") else { return }
      let found = try await rows.row(ShoppingList.self, key: try input.requiredID("id"), columns: [.ownerID])
      guard found.count == 1, found.uuid(row: 0, column: 0) == rows.viewer.membership?.memberID else {
        throw .forbidden(
          "Only the parent who made the list may take it back from the family: ask that parent.", at: input.path(of: "isShared"))
      }
    })

  /// Whether the viewer is a guest of a list.
  static func isOfGuest(_ list: RowReference<Viewer>) -> SQL { "\(list["guest_ids"]) @> ARRAY[\(list.viewer(.accountID))]" }
}
