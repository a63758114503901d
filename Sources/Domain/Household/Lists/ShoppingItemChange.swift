import GraphQL
import Planning
import SQL

/// `createShoppingItem`, `updateShoppingItem` and `deleteShoppingItem` (ME-10). Each field that is given is written, the others stay.
enum ShoppingItemChange {
  static var create: Resolver<Viewer> {
    .shoppingMutation(of: { input throws(MutationFailure) in ([try input.requiredID("shoppingListId")], []) }) {
      input, rows throws(MutationFailure) in
      let (id, list) = (try input.newID(), try input.requiredID("shoppingListId"))
      let ware = try Ware(input)
      let category = try category(of: input)
      if try await ShoppingWriter.requireList(list, input, rows) {
        let call = FunctionCall.addItemAsGuest(
          list: list, item: id, input: input.canonicalText, itemName: ware.name ?? "", quantity: ware.quantity, unit: ware.unitText,
          category: category, note: ware.noteText)
        switch try await rows.call(call) {
        case .done:
          // Items of guests fill the storage of a family that is not their own.
          try await rows.count(
            "guestItems", "items", by: try rows.account().accountID.description, atMost: 300, within: 3_600, at: input.place)
          return ["shoppingItem": id]
        case .known: return ["shoppingItem": id]
        case .none: throw input.notFound("shoppingListId")
        case .used: throw .conflict("This id was used for something else: send another.", at: input.path(of: "id"), version: nil)
        }
      }
      guard try await rows.isNew(id, of: ShoppingItem.self, for: input) else { return ["shoppingItem": id] }
      try await rows.insert(
        ShoppingItem.self, key: id,
        [
          ShoppingItem.set(.listID, .uuid(list)), ShoppingItem.set(.name, .text(ware.name ?? "")),
          ShoppingItem.set(.quantity, ware.quantity), ShoppingItem.set(.unit, Ware.text(ware.unitText)),
          ShoppingItem.set(.category, Ware.text(category)), ShoppingItem.set(.note, Ware.text(ware.noteText)),
        ])
      return ["shoppingItem": id]
    }
  }

  static var update: Resolver<Viewer> {
    .shoppingMutation(of: item) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      try await ShoppingWriter.require(id, input, rows)
      try await requireVersion(of: id, input, rows)
      if input.isNull("name") { throw .invalid("\"name\" must not be null.", at: input.path(of: "name")) }
      let ware = try Ware(input)
      let category = try category(of: input)
      var values: [ColumnValue] = []
      if let name = ware.name { values.append(ShoppingItem.set(.name, .text(name))) }
      if input.isGiven("quantity") {
        // The quantity is no longer the sum that meals gave.
        values += [
          ShoppingItem.set(.quantity, ware.quantity), ShoppingItem.set(.numerator, .null(.numeric)),
          ShoppingItem.set(.denominator, .null(.numeric)),
        ]
      }
      if input.isGiven("unit") { values.append(ShoppingItem.set(.unit, Ware.text(ware.unitText))) }
      if input.isGiven("category") { values.append(ShoppingItem.set(.category, Ware.text(category))) }
      if input.isGiven("note") { values.append(ShoppingItem.set(.note, Ware.text(ware.noteText))) }
      if !values.isEmpty { _ = try await rows.update(ShoppingItem.self, key: id, values) }
      return ["shoppingItem": id]
    }
  }

  static var delete: Resolver<Viewer> {
    .shoppingMutation(of: item) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      try await ShoppingWriter.require(id, input, rows)
      try await requireVersion(of: id, input, rows)
      _ = try await rows.delete(ShoppingItem.self, key: id)
      return ["id": id]
    }
  }

  @Sendable private static func item(
    _ input: MutationInput
  ) throws(MutationFailure) -> (lists: [UUIDValue], items: [UUIDValue]) { ([], [try input.requiredID("id")]) }

  private static func category(of input: MutationInput) throws(MutationFailure) -> String? {
    try input.optionalText("category", characters: 1...100, lines: .name)
  }

  private static func requireVersion(
    of item: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    guard let version = try input.integer("ifVersion") else { return }
    let found = try await rows.locked(ShoppingItem.self, key: item, columns: [.version])
    guard found.count == 1, let current = found.int4(row: 0, column: 0) else { throw input.notFound("id") }
    guard version == current else {
      throw .conflict("It has changed since that version: read it again.", at: input.path(of: "ifVersion"), version: current)
    }
  }
}
