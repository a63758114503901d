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
    let found = try await rows.call(.refreshTokenState, token.hash)
    guard found.count == 1, let account = found.uuid(row: 0, column: 0), let session = found.uuid(row: 0, column: 1),
      let id = found.uuid(row: 0, column: 2)
    else { return nil }
    self.id = id
    self.account = account
    self.session = session
    isOpen = found.isTrue(row: 0, column: 3)
    secondsSinceUse = found.int4(row: 0, column: 4)
  }
}
