import Planning
import SQL

/// The state of a refresh token in the database.
struct StoredRefreshToken: Sendable {
  let id: UUIDValue
  let account: UUIDValue
  let session: UUIDValue
  /// Whether the session may be continued with it.
  let isOpen: Bool
  /// Nil as long as it is unused.
  let secondsSinceUse: Int32?

  /// - Returns: nil when there is no such token.
  init?(_ token: RefreshToken, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    guard let found = try await rows.call(.refreshTokenState(token.hash)).first else { return nil }
    id = found.tokenID
    account = found.accountID
    session = found.sessionID
    isOpen = found.isOpen
    secondsSinceUse = found.secondsSinceUse
  }
}
