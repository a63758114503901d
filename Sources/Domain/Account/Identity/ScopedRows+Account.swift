import GraphQL
import Planning
import SQL

extension ScopedRows where Viewer == Domain.Viewer {
  /// The account that asks.
  /// - Throws: `.refused` without one; the access rule of the mutation has refused it before.
  func account() throws(MutationFailure) -> AccountViewer {
    guard case .account(let account) = viewer else {
      throw .refused("This needs a valid session token.", code: .unauthenticated)
    }
    return account
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
