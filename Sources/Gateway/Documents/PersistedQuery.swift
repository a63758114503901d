package import GraphQL
package import SessionTokens

/// `extensions.persistedQuery` of a request: which document it is about, by hash — the protocol of
/// automatic persisted queries as Apollo defined it.
///
///     {"persistedQuery": {"version": 1, "sha256Hash": "ecf4edb46db40b51…"}}
package struct PersistedQuery: Sendable {
  package var isVersion1: Bool
  /// As it was sent: clients with a list of trusted documents put their ids here.
  package var hash: String
  /// Nil when `hash` is no SHA-256 in hexadecimal digits: no document has such a one.
  package var digest: Digest? { Digest(hexadecimal: hash) }

  /// - Parameter extensions: a JSON object, or nothing.
  /// - Returns: nil when there is no such member, or it is null.
  /// - Throws: `BAD_USER_INPUT` when it is not of that form.
  package init?(extensions: JSONValue?) throws(GraphQLError) {
    switch extensions?["persistedQuery"] {
    case nil, .null: return nil
    case .object(let members):
      guard case .string(let hash)? = JSONValue.object(members)["sha256Hash"] else {
        throw GraphQLError("\"extensions.persistedQuery.sha256Hash\" must be a string.", code: .badUserInput)
      }
      self.hash = hash
      isVersion1 = JSONValue.object(members)["version"] == .number("1")
    default:
      throw GraphQLError("\"extensions.persistedQuery\" must be a JSON object.", code: .badUserInput)
    }
  }
}
