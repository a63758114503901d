// Written by scripts/functions from migrations/functions/family/.

package import Planning
package import SQL

extension FunctionCall<Bool> {
  package static func auditExport() -> Self {
    Self("audit_export", [])
  }
}

extension FunctionCall<[UUIDValue]> {
  package static func claimAccount(_ value1: UUIDValue) -> Self {
    Self("claim_account", [.uuid(value1)])
  }
}

extension FunctionCall<[UUIDValue]> {
  package static func deleteFamily() -> Self {
    Self("delete_family", [])
  }
}

extension FunctionCall<Void> {
  package static func endJoinRequests(account: UUIDValue) -> Self {
    Self("end_join_requests", [.uuid(account)])
  }
}

/// A row of `family_of_code`.
package struct FamilyOfCodeRow: FunctionRow {
  package let familyID: UUIDValue
  package let joinPolicy: String

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    familyID = try cells.next()
    joinPolicy = try cells.next()
  }
}

extension FunctionCall<[FamilyOfCodeRow]> {
  package static func familyOfCode(_ value1: String) -> Self {
    Self("family_of_code", [.text(value1)])
  }
}

/// A row of `invitation_of_code`.
package struct InvitationOfCodeRow: FunctionRow {
  package let familyID: UUIDValue
  package let id: UUIDValue
  package let role: String
  package let studentID: UUIDValue?
  package let state: String
  package let consentedBy: String?

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    familyID = try cells.next()
    id = try cells.next()
    role = try cells.next()
    studentID = try cells.next()
    state = try cells.next()
    consentedBy = try cells.next()
  }
}

extension FunctionCall<[InvitationOfCodeRow]> {
  package static func invitationOfCode(_ value1: SQLValue) -> Self {
    Self("invitation_of_code", [value1])
  }
}

/// A row of `lock_own_place`.
package struct LockOwnPlaceRow: FunctionRow {
  package let familyID: UUIDValue
  package let memberID: UUIDValue
  package let role: String

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    familyID = try cells.next()
    memberID = try cells.next()
    role = try cells.next()
  }
}

extension FunctionCall<[LockOwnPlaceRow]> {
  package static func lockOwnPlace(joined: UUIDValue?) -> Self {
    Self("lock_own_place", [joined.map(SQLValue.uuid) ?? .null(.uuid)])
  }
}

/// A row of `lost_membership`.
package struct LostMembershipRow: FunctionRow {
  package let reason: String
  package let familyName: String
  package let endedBy: String

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    reason = try cells.next()
    familyName = try cells.next()
    endedBy = try cells.next()
  }
}

extension FunctionCall<[LostMembershipRow]> {
  package static func lostMembership(account: UUIDValue, session: UUIDValue) -> Self {
    Self("lost_membership", [.uuid(account), .uuid(session)])
  }
}

extension FunctionCall<Int32> {
  package static func noteEndedMemberships(member: UUIDValue?, why: String) -> Self {
    Self("note_ended_memberships", [member.map(SQLValue.uuid) ?? .null(.uuid), .text(why)])
  }
}

extension FunctionCall<Bool> {
  package static func setFeedSecret(feed: UUIDValue, hash: SQLValue) -> Self {
    Self("set_feed_secret", [.uuid(feed), hash])
  }
}

extension FunctionCall<Void> {
  package static func tellEndedMemberships() -> Self {
    Self("tell_ended_memberships", [])
  }
}

extension FunctionCall<[UUIDValue]> {
  package static func useInvitation(_ value1: SQLValue) -> Self {
    Self("use_invitation", [value1])
  }
}

extension FunctionCall<[UUIDValue]> {
  package static func withdrawJoinRequest(request: UUIDValue) -> Self {
    Self("withdraw_join_request", [.uuid(request)])
  }
}
