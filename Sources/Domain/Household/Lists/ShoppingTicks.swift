import GraphQL
import Planning
import SQL

/// `tickShoppingItems` and `clearTickedItems` (ME-10). The first tick stays, and what is deleted stays deleted.
enum ShoppingTicks {
  /// The most items of a request.
  static let maximum = 200

  static var tick: Resolver<Viewer> {
    .shoppingMutation(of: { input throws(MutationFailure) in ([], try ids(input)) }) { input, rows throws(MutationFailure) in
      let ids = try ids(input)
      let found = try await rows.found(ShoppingItem.self, columns: [.id], computed: [ShoppingItem.isWritten]) {
        "\($0[.id]) = ANY (\(bind: .uuidArray(ids)))"
      }
      let known = (0..<found.count).compactMap { found.uuid(row: $0, column: 0) }
      let refused = (0..<found.count).compactMap { found.isTrue(row: $0, column: 1) ? nil : found.uuid(row: $0, column: 0) }
      if let index = ids.firstIndex(where: refused.contains) {
        throw .forbidden(ShoppingWriter.refusal, at: input.path(of: "ids") + ["\(index)"])
      }
      let isTicked = input.isNull("isTicked") || input.flag("isTicked")
      var values = [ShoppingItem.set(.tickedAt, .null(.timestamptz)), ShoppingItem.set(.tickedBy, .null(.text))]
      if isTicked {
        let ticker = try await name(rows)
        values = [ShoppingItem.setNow(.tickedAt), ShoppingItem.set(.tickedBy, sql: ticker)]
      }
      _ = try await rows.update(ShoppingItem.self, values) {
        "\($0[.id]) = ANY (\(bind: .uuidArray(known))) AND \($0[.tickedAt]) IS \(unescaped: isTicked ? "" : "NOT ")NULL"
      }
      var changed: ChangedKeys = [:]
      changed[all: "items"] = ids.filter(known.contains)
      changed[all: "goneIds"] = ids.filter { !known.contains($0) }
      return changed
    }.listing(atMost: maximum)
  }

  static var clear: Resolver<Viewer> {
    .shoppingMutation(of: { input throws(MutationFailure) in ([try input.requiredID("shoppingListId")], []) }) {
      input, rows throws(MutationFailure) in
      let list = try input.requiredID("shoppingListId")
      let until = try input.dateTime("until")
      _ = try await ShoppingWriter.requireList(list, input, rows)
      var changed: ChangedKeys = ["shoppingList": list]
      changed[all: "removedIds"] = try await rows.delete(ShoppingItem.self) { item in
        // Clients show times cut to milliseconds: an item that was ticked in the same one was seen.
        let bound = until.map { moment -> SQL in "\(bind: moment) + interval '1 millisecond'" } ?? "'infinity'"
        return "\(item[.listID]) = \(bind: .uuid(list)) AND \(item[.tickedAt]) < \(bound)"
      }
      return changed
    }
  }

  private static func ids(_ input: MutationInput) throws(MutationFailure) -> [UUIDValue] {
    guard let ids = try input.ids("ids", atMost: maximum) else { throw input.notFound("ids") }
    return ids
  }

  /// The name that others read: of a guest that of its account, which the family knows, and of the family's own that of the member.
  private static func name(_ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> SQL {
    var own: SQL = "'Guest'"
    if rows.viewer.membership != nil {
      let name = try await rows.read(rows.memberName())
      own = "\(bind: .text(name))"
    }
    let account = try rows.account()
    return """
      coalesce((SELECT guests.name FROM shopping_list_guests guests WHERE guests.account_id = \(bind: .uuid(account.accountID)) \
      AND guests.family_id = shopping_items.family_id AND guests.shopping_list_id = shopping_items.shopping_list_id), \(own))
      """
  }
}
