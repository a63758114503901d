import GraphQL
import Planning
import SQL

/// A change of items, as a parent of the family or as a guest of the list: see `LockOrder`.
extension Resolver where Viewer == Domain.Viewer {
  /// A mutation of the items of some lists.
  /// - Parameters:
  ///   - concerned: the lists and the items that an input names.
  ///   - change: with the families of these locked, and the account at its place in one.
  static func shoppingMutation(
    of concerned: @escaping @Sendable (MutationInput) throws(MutationFailure) -> (lists: [UUIDValue], items: [UUIDValue]),
    _ change: @escaping @Sendable (MutationInput, ScopedRows<Viewer>) async throws(MutationFailure) -> ChangedKeys
  ) -> Resolver {
    .placeMutation(access: .signedIn) { input throws(MutationFailure) in
      let (lists, items) = try concerned(input)
      return { rows throws(MutationFailure) in
        let own = try await rows.call(.lockLists(lists: lists, items: items)).first
        var account = try rows.account()
        account.membership = own.flatMap { place in
          Role(rawValue: place.role).map { Membership(familyID: place.familyID, memberID: place.memberID, role: $0) }
        }
        let acting = try await rows.acting(as: .account(account))
        return .changed(try await change(input, acting), viewer: acting.viewer)
      }
    }
  }
}

/// The refusals of changes of items.
enum ShoppingWriter {
  static let refusal = "Only parents of the family, and guests of the list, write its items."

  /// Refuses who sees an item and does not write it.
  static func require(
    _ item: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    let found = try await rows.found(ShoppingItem.self, columns: [.id], computed: [ShoppingItem.isWritten]) {
      "\($0[.id]) = \(bind: .uuid(item))"
    }
    guard found.count == 1 else { throw input.notFound("id") }
    guard found.isTrue(row: 0, column: 1) else { throw .forbidden(refusal, at: input.path(of: "id")) }
  }

  /// Refuses who sees a list and does not write its items.
  /// - Returns: whether the account is a guest of the list.
  static func requireList(
    _ list: UUIDValue, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> Bool {
    let found = try await rows.row(ShoppingList.self, key: list, columns: [.familyID])
    guard found.count == 1 else { throw input.notFound("shoppingListId") }
    guard let own = rows.viewer.membership, found.uuid(row: 0, column: 0) == own.familyID else { return true }
    guard own.role == .parent else { throw .forbidden(refusal, at: input.path(of: "shoppingListId")) }
    return false
  }
}
