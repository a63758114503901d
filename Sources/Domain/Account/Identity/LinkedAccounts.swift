import Planning
import SQL

/// `MemberSettings.linkedAccounts` (ME-16): the identities with which the viewer's account signs in, by the names of their providers.
enum LinkedAccounts {
  /// A name for each identity, in the order in which they were linked. A provider that the operator no longer lists has its issuer.
  ///
  ///     ARRAY(SELECT CASE linked.provider WHEN 'APPLE' THEN 'Apple' WHEN $1 THEN $2 ELSE linked.provider END
  ///     FROM identities linked WHERE linked.account_id = $3 ORDER BY linked.created_at, linked.id)
  static func names(of row: RowReference<Viewer>, _ listed: [SignInProvider.Listed]) -> SQL {
    let cases = listed.map { provider -> SQL in
      " WHEN \(bind: .text(IdentityProvider(issuer: provider.issuer).rawValue)) THEN \(bind: .text(provider.name))"
    }
    return """
      ARRAY(SELECT CASE linked.provider WHEN 'APPLE' THEN 'Apple'\(cases.joined(separator: "")) ELSE linked.provider END \
      FROM identities linked WHERE linked.account_id = \(row.viewer(.accountID)) ORDER BY linked.created_at, linked.id)
      """
  }
}
