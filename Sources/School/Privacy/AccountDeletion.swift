import GraphQL
import Planning
import SQL

/// The end of an account, for good.
enum AccountDeletion {
  static var delete: Resolver<Viewer> {
    .mutation(access: .signedIn) { input throws(MutationFailure) in
      let confirmation = try input.text("confirmation", characters: 1...200) ?? ""
      return { rows throws(MutationFailure) in
        let account = try rows.account().accountID
        // Nobody brings the account into a family from here on.
        let profile = try await rows.locked("Viewer", key: account, columns: ["name", "email"])
        guard profile.count == 1 else {
          throw .refused("This needs a valid session token.", code: .unauthenticated)
        }
        let name = profile.text(row: 0, column: 0) ?? account.description
        guard name.isTyped(as: confirmation) else {
          throw .invalid(
            "\"confirmation\" must be your name, or your account's id where you have none.",
            at: input.path(of: "confirmation"))
        }
        if let place = try await rows.membership() {
          try await rows.acting(in: place).leaveForGood(place, forgetting: profile.text(row: 0, column: 1))
        }
        guard try await rows.call(.deleteAccount).count == 1 else { throw .overtaken }
        return .changed(["account": account])
      }
    }
  }
}

extension ScopedRows where Viewer == School.Viewer {
  /// Takes the account out of its family: as leaving does, but a family without a member would be nobody's to remove.
  fileprivate func leaveForGood(_ own: Membership, forgetting address: String?) async throws(MutationFailure) {
    if own.role == .parent {
      try await changeParents(of: own.familyID)
      let members = try await keys(of: "FamilyMember", where: "family_id", isAmong: [own.familyID])
      if members == [own.memberID] { return try await deleteFamily() }
    }
    try await leave(
      own,
      lastParent: """
        You are the last parent of a family with students. Let another parent in, or remove the family first, with \
        deleteFamily(input: {familyName: …}).
        """, forgetting: address)
  }
}
