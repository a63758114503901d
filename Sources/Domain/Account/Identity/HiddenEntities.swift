import Planning

// Rows of an account that no object of the schema shows.

/// How an account is known to a provider.
enum StoredIdentity: EntityType {
  enum Column: String, ColumnName {
    case provider, subject
  }

  static let constraints: [ConstraintRule] = [
    .conflict("identities_by_subject", ["identityToken"], "This identity belongs to another account: sign in with it, or remove it there with unlinkSignIn."),
    .unreachable("identities_provider_check", "the server writes the provider"),
    .unreachable("identities_subject_check", "the verifier refuses other subjects"),
  ]

  static let entity = Entity<Viewer>.ofAccount("Identity", table: "identities")
}

/// A session of an account.
enum StoredSession: EntityType {
  enum Column: String, ColumnName {
    case id
    case expiresAt = "expires_at"
    case endedAt = "ended_at"
  }

  static let entity = Entity<Viewer>.ofAccount("StoredSession", table: "sessions")
}

/// The hash of a refresh token, with its session.
enum StoredTokenHash: EntityType {
  enum Column: String, ColumnName {
    case sessionID = "session_id"
    case tokenHash = "token_hash"
    case expiresAt = "expires_at"
    case usedAt = "used_at"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("refresh_tokens_session", "a change holds the session"),
    .unreachable("refresh_tokens_token_hash_check", "a SHA-256 has 32 bytes"),
  ]

  static let entity = Entity<Viewer>.ofAccount("RefreshToken", table: "refresh_tokens")
}

extension Entity where Viewer == Domain.Viewer {
  fileprivate static func ofAccount(_ typeName: String, table: String) -> Entity {
    Entity(
      typeName, table: table, scope: .account,
      visibility: .wholeScope, extent: .unbounded, isVersioned: false)
  }
}
