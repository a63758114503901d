import GraphQL
import Planning
import SQL

/// The password of the account in scope, as the database has it.
struct OwnPassword: Sendable {
  /// Nil where the account has no password.
  let hash: String?
  /// Whether the account signs in with an identity provider, too.
  let hasIdentity: Bool
  /// Words that others know of the account.
  let known: [String]

  init(_ rows: Rows) throws(MutationFailure) {
    guard rows.count == 1 else { throw .refused("This needs a valid session token.", code: .unauthenticated) }
    hash = rows.text(row: 0, column: 0)
    hasIdentity = rows.isTrue(row: 0, column: 1)
    known = [rows.text(row: 0, column: 2) ?? ""]
  }
}
