import Planning

/// Rows of an account that no object of the schema shows.
extension Entity where Viewer == School.Viewer {
  static var identity: Entity { hidden("Identity", table: "identities") }
  static var session: Entity { hidden("StoredSession", table: "sessions") }
  static var refreshToken: Entity { hidden("RefreshToken", table: "refresh_tokens") }

  private static func hidden(_ typeName: String, table: String) -> Entity {
    Entity(
      typeName, table: table, scope: RowScope(column: "account_id", attribute: .accountID),
      visibility: .wholeScope, extent: .unbounded, isVersioned: false, resolvers: [:])
  }
}
