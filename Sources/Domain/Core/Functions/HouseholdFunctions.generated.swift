// Written by scripts/functions from migrations/functions/household/.

package import Planning
package import SQL

/// How `accept_list_code` ended.
package enum AcceptListCodeOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", known = "KNOWN", limit = "LIMIT"
}

/// A row of `accept_list_code`.
package struct AcceptListCodeRow: FunctionRow {
  package let outcome: AcceptListCodeOutcome
  package let listID: UUIDValue?

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    outcome = try cells.next()
    listID = try cells.next()
  }
}

extension FunctionCall<AcceptListCodeRow> {
  package static func acceptListCode(hash: SQLValue?, guest: UUIDValue, guestName: String) -> Self {
    Self("accept_list_code", [hash ?? .null(.bytea), .uuid(guest), .text(guestName)])
  }
}

/// How `add_item_as_guest` ended.
package enum AddItemAsGuestOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", used = "USED"
}

extension FunctionCall<AddItemAsGuestOutcome> {
  package static func addItemAsGuest(
    list: UUIDValue, item: UUIDValue, input: String, itemName: String, quantity: SQLValue?, unit: String?, category: String?, note: String?
  ) -> Self {
    Self("add_item_as_guest", [
      .uuid(list), .uuid(item), .text(input), .text(itemName), quantity ?? .null(.numeric), unit.map(SQLValue.text) ?? .null(.text), category.map(SQLValue.text) ?? .null(.text), note.map(SQLValue.text) ?? .null(.text)
    ])
  }
}

/// A row of `add_meals`.
package struct AddMealsRow: FunctionRow {
  package let added: Int32
  package let changed: Int32

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    added = try cells.next()
    changed = try cells.next()
  }
}

extension FunctionCall<AddMealsRow> {
  package static func addMeals(family: UUIDValue, list: UUIDValue, fromDay: SQLValue, days: Int32) -> Self {
    Self("add_meals", [.uuid(family), .uuid(list), fromDay, .int4(days)])
  }
}

/// How `create_list_code` ended.
package enum CreateListCodeOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", limit = "LIMIT"
}

extension FunctionCall<CreateListCodeOutcome> {
  package static func createListCode(list: UUIDValue, hash: SQLValue) -> Self {
    Self("create_list_code", [.uuid(list), hash])
  }
}

/// A row of `lock_lists`.
package struct LockListsRow: FunctionRow {
  package let familyID: UUIDValue
  package let memberID: UUIDValue
  package let role: String

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    familyID = try cells.next()
    memberID = try cells.next()
    role = try cells.next()
  }
}

extension FunctionCall<[LockListsRow]> {
  package static func lockLists(lists: [UUIDValue], items: [UUIDValue]) -> Self {
    Self("lock_lists", [.uuidArray(lists), .uuidArray(items)])
  }
}
