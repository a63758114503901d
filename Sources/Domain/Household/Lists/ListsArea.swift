package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Shopping lists, their items and their guests (ME-10).
  package static var shopping: Area {
    Area(
      types: [ShoppingList.self, ShoppingItem.self, ShoppingListGuest.self], hidden: [ShoppingMemory.self],
      resolvers: [
        "Family.shoppingLists": .toMany(access: .family),
        "Viewer.guestShoppingLists": .all(access: .signedIn) { list, _ in ShoppingList.isOfGuest(list) },

        "Mutation.createShoppingItem": ShoppingItemChange.create,
        "Mutation.updateShoppingItem": ShoppingItemChange.update,
        "Mutation.deleteShoppingItem": ShoppingItemChange.delete,
        "Mutation.tickShoppingItems": ShoppingTicks.tick,
        "Mutation.clearTickedItems": ShoppingTicks.clear,
        "Mutation.inviteToShoppingList": ShoppingInvitations.invite,
        "Mutation.acceptShoppingListInvitation": ShoppingInvitations.accept,
      ])
  }
}
