package import Planning

/// The functions of the database that see more than a scope: see migrations/0010_identity.sql, 0014_attempts.sql,
/// 0017_export_and_deletion.sql, 0022_one_owner_each.sql, 0024_lock_order.sql, 0025_attempts_given_back.sql,
/// 0027_proofs_used_once.sql and 0030_end_of_join_requests.sql.
extension DatabaseFunction {
  static let accountOfIdentity = DatabaseFunction("account_of_identity")
  static let useIdentityToken = DatabaseFunction("use_identity_token")
  static let refreshTokenState = DatabaseFunction("refresh_token_state")
  static let lockOwnPlace = DatabaseFunction("lock_own_place")
  static let lockOwnSessions = DatabaseFunction("lock_own_sessions")
  static let lockJoinRequests = DatabaseFunction("lock_join_requests")
  static let claimAccount = DatabaseFunction("claim_account")
  package static let countAttempt = DatabaseFunction("count_attempt")
  package static let giveBackAttempt = DatabaseFunction("give_back_attempt")
  static let familyOfCode = DatabaseFunction("family_of_code")
  static let invitationOfCode = DatabaseFunction("invitation_of_code")
  static let useInvitation = DatabaseFunction("use_invitation")
  static let endJoinRequests = DatabaseFunction("end_join_requests")
  static let withdrawJoinRequest = DatabaseFunction("withdraw_join_request")
  static let auditExport = DatabaseFunction("audit_export")
  static let deleteFamily = DatabaseFunction("delete_family")
  static let deleteAccount = DatabaseFunction("delete_account")
}
