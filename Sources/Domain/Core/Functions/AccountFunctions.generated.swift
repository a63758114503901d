// Written by scripts/functions from migrations/functions/account/.

package import Planning
package import SQL

extension FunctionCall<Bool> {
  package static func acceptsTerms() -> Self {
    Self("accepts_terms", [])
  }
}

/// A row of `account_of_identity`.
package struct AccountOfIdentityRow: FunctionRow {
  package let accountID: UUIDValue
  package let isDisabled: Bool

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    accountID = try cells.next()
    isDisabled = try cells.next()
  }
}

extension FunctionCall<[AccountOfIdentityRow]> {
  package static func accountOfIdentity(_ value1: String, _ value2: String) -> Self {
    Self("account_of_identity", [.text(value1), .text(value2)])
  }
}

extension FunctionCall<Void> {
  package static func addOwnAddress(
    addressID: UUIDValue, channel: String, address: String, lookup: String, language: String
  ) -> Self {
    Self("add_own_address", [.uuid(addressID), .text(channel), .text(address), .text(lookup), .text(language)])
  }
}

extension FunctionCall<Int32> {
  package static func announceOwnAddresses() -> Self {
    Self("announce_own_addresses", [])
  }
}

extension FunctionCall<Bool> {
  package static func completeSignIn(addressID: UUIDValue, checkedHash: String, newHash: String?, device: SQLValue) -> Self {
    Self("complete_sign_in", [.uuid(addressID), .text(checkedHash), newHash.map(SQLValue.text) ?? .null(.text), device])
  }
}

/// How `confirm_address_with` ended.
package enum ConfirmAddressWithOutcome: String, FunctionValue {
  case confirmed = "CONFIRMED", replaced = "REPLACED", refused = "REFUSED"
}

extension FunctionCall<ConfirmAddressWithOutcome> {
  package static func confirmAddressWith(code: UUIDValue) -> Self {
    Self("confirm_address_with", [.uuid(code)])
  }
}

/// A row of `count_address_attempt`.
package struct CountAddressAttemptRow: FunctionRow {
  package let addressCount: Int32
  package let addressSeconds: Int32
  package let networkCount: Int32
  package let networkSeconds: Int32

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    addressCount = try cells.next()
    addressSeconds = try cells.next()
    networkCount = try cells.next()
    networkSeconds = try cells.next()
  }
}

extension FunctionCall<CountAddressAttemptRow> {
  package static func countAddressAttempt(kind: String, addressKey: SQLValue?, networkKey: SQLValue?, period: Int32) -> Self {
    Self("count_address_attempt", [.text(kind), addressKey ?? .null(.bytea), networkKey ?? .null(.bytea), .int4(period)])
  }
}

extension FunctionCall<Void> {
  package static func countOwnWrongCode(codes: [UUIDValue]) -> Self {
    Self("count_own_wrong_code", [.uuidArray(codes)])
  }
}

extension FunctionCall<[UUIDValue]> {
  package static func deleteAccount() -> Self {
    Self("delete_account", [])
  }
}

extension FunctionCall<Bool> {
  package static func deviceKnowsAddress(channel: String, lookup: String, device: SQLValue) -> Self {
    Self("device_knows_address", [.text(channel), .text(lookup), device])
  }
}

extension FunctionCall<Void> {
  package static func endOwnProofs() -> Self {
    Self("end_own_proofs", [])
  }
}

extension FunctionCall<Void> {
  package static func giveBackSignIn(
    isKnown: Bool, device: SQLValue?, pairKey: SQLValue, addressKey: SQLValue, networkKey: SQLValue?
  ) -> Self {
    Self("give_back_sign_in", [.bool(isKnown), device ?? .null(.bytea), pairKey, addressKey, networkKey ?? .null(.bytea)])
  }
}

extension FunctionCall<Void> {
  package static func knowOwnDevice(device: SQLValue) -> Self {
    Self("know_own_device", [device])
  }
}

/// A row of `known_terms`.
package struct KnownTermsRow: FunctionRow {
  package let id: UUIDValue
  package let kind: String
  package let version: String
  package let language: String
  package let text: String
  package let effectiveAt: [UInt8]
  package let isAccepted: Bool

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    id = try cells.next()
    kind = try cells.next()
    version = try cells.next()
    language = try cells.next()
    text = try cells.next()
    effectiveAt = try cells.next()
    isAccepted = try cells.next()
  }
}

extension FunctionCall<[KnownTermsRow]> {
  package static func knownTerms() -> Self {
    Self("known_terms", [])
  }
}

extension FunctionCall<Void> {
  package static func lockAccountHomes() -> Self {
    Self("lock_account_homes", [])
  }
}

extension FunctionCall<Void> {
  package static func lockOwnSessions() -> Self {
    Self("lock_own_sessions", [])
  }
}

extension FunctionCall<Void> {
  package static func lockSessionsInOrder() -> Self {
    Self("lock_sessions_in_order", [])
  }
}

extension FunctionCall<Void> {
  package static func noteOwnCount(channel: String, kind: String, key: SQLValue?) -> Self {
    Self("note_own_count", [.text(channel), .text(kind), key ?? .null(.bytea)])
  }
}

extension FunctionCall<Void> {
  package static func noteOwnIdentityUse(provider: String, subject: String) -> Self {
    Self("note_own_identity_use", [.text(provider), .text(subject)])
  }
}

extension FunctionCall<Void> {
  package static func noteResetCount(channel: String, lookup: String, key: SQLValue?) -> Self {
    Self("note_reset_count", [.text(channel), .text(lookup), key ?? .null(.bytea)])
  }
}

extension FunctionCall<Void> {
  package static func notifyOwnAddresses(kind: String, way: String?) -> Self {
    Self("notify_own_addresses", [.text(kind), way.map(SQLValue.text) ?? .null(.text)])
  }
}

extension FunctionCall<Bool> {
  package static func ownAddressIsUnconfirmed() -> Self {
    Self("own_address_is_unconfirmed", [])
  }
}

/// A row of `own_confirmation_codes`.
package struct OwnConfirmationCodesRow: FunctionRow {
  package let id: UUIDValue
  package let channel: String

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    id = try cells.next()
    channel = try cells.next()
  }
}

extension FunctionCall<[OwnConfirmationCodesRow]> {
  package static func ownConfirmationCodes() -> Self {
    Self("own_confirmation_codes", [])
  }
}

/// A row of `own_password`.
package struct OwnPasswordRow: FunctionRow {
  package let hash: String?
  package let hasIdentity: Bool
  package let known: String

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    hash = try cells.next()
    hasIdentity = try cells.next()
    known = try cells.next()
  }
}

extension FunctionCall<OwnPasswordRow> {
  package static func ownPassword() -> Self {
    Self("own_password", [])
  }
}

/// A row of `refresh_token_state`.
package struct RefreshTokenStateRow: FunctionRow {
  package let accountID: UUIDValue
  package let sessionID: UUIDValue
  package let tokenID: UUIDValue
  package let isOpen: Bool
  package let secondsSinceUse: Int32?

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    accountID = try cells.next()
    sessionID = try cells.next()
    tokenID = try cells.next()
    isOpen = try cells.next()
    secondsSinceUse = try cells.next()
  }
}

extension FunctionCall<[RefreshTokenStateRow]> {
  package static func refreshTokenState(_ value1: SQLValue) -> Self {
    Self("refresh_token_state", [value1])
  }
}

/// How `remove_own_way` ended.
package enum RemoveOwnWayOutcome: String, FunctionValue {
  case removed = "REMOVED", unknown = "UNKNOWN", last = "LAST", short = "SHORT"
}

extension FunctionCall<RemoveOwnWayOutcome> {
  package static func removeOwnWay(way: UUIDValue) -> Self {
    Self("remove_own_way", [.uuid(way)])
  }
}

extension FunctionCall<Void> {
  package static func renewOwnAuthentication(session: UUIDValue) -> Self {
    Self("renew_own_authentication", [.uuid(session)])
  }
}

extension FunctionCall<Void> {
  package static func requestPasswordReset(channel: String, address: String, lookup: String, language: String) -> Self {
    Self("request_password_reset", [.text(channel), .text(address), .text(lookup), .text(language)])
  }
}

/// A row of `reset_codes`.
package struct ResetCodesRow: FunctionRow {
  package let id: UUIDValue
  package let accountID: UUIDValue?
  package let hasIdentity: Bool
  package let isOpen: Bool
  package let known: String

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    id = try cells.next()
    accountID = try cells.next()
    hasIdentity = try cells.next()
    isOpen = try cells.next()
    known = try cells.next()
  }
}

extension FunctionCall<[ResetCodesRow]> {
  package static func resetCodes(link: UUIDValue?, channel: String?, lookup: String?) -> Self {
    Self("reset_codes", [
      link.map(SQLValue.uuid) ?? .null(.uuid), channel.map(SQLValue.text) ?? .null(.text), lookup.map(SQLValue.text) ?? .null(.text)
    ])
  }
}

extension FunctionCall<Bool> {
  package static func resetOwnPassword(code: UUIDValue, hash: String, isLong: Bool) -> Self {
    Self("reset_own_password", [.uuid(code), .text(hash), .bool(isLong)])
  }
}

extension FunctionCall<Bool> {
  package static func setOwnPassword(hash: String, isLong: Bool) -> Self {
    Self("set_own_password", [.text(hash), .bool(isLong)])
  }
}

/// A row of `sign_in_candidate`.
package struct SignInCandidateRow: FunctionRow {
  package let accountID: UUIDValue?
  package let addressID: UUIDValue?
  package let hash: String?
  package let isKnown: Bool
  package let ownCount: Int32
  package let ownSeconds: Int32
  package let addressCount: Int32
  package let addressSeconds: Int32
  package let networkCount: Int32
  package let networkSeconds: Int32

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    accountID = try cells.next()
    addressID = try cells.next()
    hash = try cells.next()
    isKnown = try cells.next()
    ownCount = try cells.next()
    ownSeconds = try cells.next()
    addressCount = try cells.next()
    addressSeconds = try cells.next()
    networkCount = try cells.next()
    networkSeconds = try cells.next()
  }
}

extension FunctionCall<SignInCandidateRow> {
  package static func signInCandidate(
    channel: String, lookup: String, device: SQLValue?, pairKey: SQLValue, addressKey: SQLValue, networkKey: SQLValue?
  ) -> Self {
    Self("sign_in_candidate", [
      .text(channel), .text(lookup), device ?? .null(.bytea), pairKey, addressKey, networkKey ?? .null(.bytea)
    ])
  }
}

extension FunctionCall<Bool> {
  package static func signedInRecently(session: UUIDValue) -> Self {
    Self("signed_in_recently", [.uuid(session)])
  }
}

/// A row of `try_reset_codes`.
package struct TryResetCodesRow: FunctionRow {
  package let id: UUIDValue
  package let accountID: UUIDValue?
  package let hasIdentity: Bool
  package let isOpen: Bool
  package let known: String

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    id = try cells.next()
    accountID = try cells.next()
    hasIdentity = try cells.next()
    isOpen = try cells.next()
    known = try cells.next()
  }
}

extension FunctionCall<[TryResetCodesRow]> {
  package static func tryResetCodes(channel: String, lookup: String, who: SQLValue?) -> Self {
    Self("try_reset_codes", [.text(channel), .text(lookup), who ?? .null(.bytea)])
  }
}

extension FunctionCall<[[UInt8]]> {
  package static func useIdentityToken(_ value1: SQLValue, _ value2: Int32) -> Self {
    Self("use_identity_token", [value1, .int4(value2)])
  }
}
