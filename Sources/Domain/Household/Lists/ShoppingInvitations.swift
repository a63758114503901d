import GraphQL
import Planning
import SQL

/// `inviteToShoppingList` and `acceptShoppingListInvitation` (ME-10).
enum ShoppingInvitations {
  static var invite: Resolver<Viewer> {
    .mutation(access: .parents) { input throws(MutationFailure) in
      let list = try input.requiredID("shoppingListId")
      let code = JoinCode.randomInvitation()
      return { rows throws(MutationFailure) in
        switch try await rows.call(.createListCode(list: list, hash: code.hash)) {
        case .done: return .changed([:], values: ["code": .text(code.grouped)])
        case .none: throw input.notFound("shoppingListId")
        case .limit:
          throw .refused(
            "A shopping list has at most 20 open invitations.", code: .limitExceeded, at: input.path(of: "shoppingListId"),
            extensions: [.init("limit", .string("shoppingListInvitations")), .init("maximum", .number("20"))])
        }
      }
    }
  }

  static var accept: Resolver<Viewer> {
    .placeMutation(access: .signedIn, limit: .join) { input throws(MutationFailure) in
      let path = input.path(of: "code")
      let code = JoinCode(try input.text("code", characters: 1...64) ?? "", length: JoinCode.invitationLength)
      return { rows throws(MutationFailure) in
        try await rows.requireConfirmedAddress()
        let found = try await rows.row(Account.self, key: try rows.account().accountID, columns: [.name])
        guard let name = found.count == 1 ? found.text(row: 0, column: 0) : nil else {
          throw .invalid("Say what you are called first, with updateViewer(input: {name: …}).", at: [])
        }
        let accepted = try await rows.call(.acceptListCode(hash: code?.hash, guest: .timeOrdered(), guestName: name))
        switch accepted.outcome {
        case .done: break
        case .known: throw .conflict("The list is of your family: you see it already.", at: path, version: nil)
        case .limit:
          throw .refused(
            "A shopping list has at most 10 guests, and an account is a guest of at most 50 lists.", code: .limitExceeded, at: path)
        case .none: throw .notFound("There is no open invitation with this code.", at: path)
        }
        return .changed(accepted.listID.map { ["shoppingList": $0] } ?? [:], viewer: rows.viewer)
      }
    }
  }
}
