import SQL
package import SessionTokens

/// The account and the session that the claims of a session token name.
///
///     {"sub": account, "sid": session, "fam": family, "mem": member, "rol": "PARENT", …}
///
/// `fam`, `mem` and `rol` stand together, or not at all.
package struct SessionToken: Sendable {
  package var viewer: AccountViewer

  package init(viewer: AccountViewer) { self.viewer = viewer }

  /// Nil when the claims are not those of a session token.
  package init?(_ claims: TokenClaims) {
    guard let account = UUIDValue(claims.subject),
      let session = claims.privateClaims["sid"].flatMap({ UUIDValue($0) })
    else { return nil }
    let claim = claims.privateClaims
    switch (claim["fam"], claim["mem"], claim["rol"]) {
    case (nil, nil, nil):
      viewer = AccountViewer(accountID: account, sessionID: session, membership: nil)
    case (let family?, let member?, let role?):
      guard let family = UUIDValue(family), let member = UUIDValue(member), let role = Role(rawValue: role)
      else { return nil }
      viewer = AccountViewer(
        accountID: account, sessionID: session,
        membership: Membership(familyID: family, memberID: member, role: role))
    default:
      return nil
    }
  }

  package var privateClaims: [String: String] {
    var claims = ["sid": viewer.sessionID.description]
    if let membership = viewer.membership {
      claims["fam"] = membership.familyID.description
      claims["mem"] = membership.memberID.description
      claims["rol"] = membership.role.rawValue
    }
    return claims
  }
}
