import GraphQL
import Planning
import SQL

extension ScopedRows where Viewer == School.Viewer {
  /// The account that asks.
  /// - Throws: `.refused` without one; the access rule of the mutation has refused it before.
  func account() throws(MutationFailure) -> AccountViewer {
    guard case .account(let account) = viewer else {
      throw .refused("This needs a valid session token.", code: .unauthenticated)
    }
    return account
  }

  /// The place in a family that the account has at this moment, whatever its token says.
  func membership() async throws(MutationFailure) -> Membership? {
    let found = try await call(.ownMembership)
    guard found.count == 1 else { return nil }
    guard let family = found.uuid(row: 0, column: 0), let member = found.uuid(row: 0, column: 1),
      let role = found.text(row: 0, column: 2).flatMap(Role.init(rawValue:))
    else { return nil }
    return Membership(familyID: family, memberID: member, role: role)
  }

  /// The same transaction, in the scope of a place in a family.
  func acting(in membership: Membership?) async throws(MutationFailure) -> ScopedRows {
    var account = try account()
    account.membership = membership
    return try await acting(as: .account(account))
  }
}

extension Rows {
  /// Whether a `bool` cell is true.
  func isTrue(row: Int, column: Int) -> Bool { withCell(row: row, column: column) { $0.first == 1 } }
}
