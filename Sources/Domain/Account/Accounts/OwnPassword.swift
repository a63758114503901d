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

  init(_ row: OwnPasswordRow) {
    hash = row.hash
    hasIdentity = row.hasIdentity
    known = [row.known]
  }
}
