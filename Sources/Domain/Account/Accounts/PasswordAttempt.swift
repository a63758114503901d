import GraphQL
import Planning
import SQL
import SessionTokens

/// An attempt to sign in with a password: it is counted before it is made, and given back if it succeeds.
struct PasswordAttempt: Sendable {
  private let address: SignInAddress
  private let device: SQLValue
  private let pair: SQLValue
  private let ofAddress: SQLValue
  private let ofNetwork: SQLValue
  private let limits: AttemptLimits

  /// - Parameter network: the one that it comes from.
  init(_ address: SignInAddress, _ device: DeviceToken?, from network: [UInt8]?, _ services: IdentityServices) {
    let secrets = services.secrets
    limits = services.attempts
    self.address = address
    self.device = device?.hash ?? .null(.bytea)
    pair = address.key(secrets, besides: network ?? [])
    ofAddress = address.key(secrets)
    ofNetwork = .key(of: network, secrets)
  }

  /// The account that may be meant.
  struct Candidate: Sendable {
    /// Nil where there is none. The password is checked all the same.
    let account: UUIDValue?
    let address: UUIDValue?
    let hash: String?
    /// Whether the device is known to the account.
    let isKnown: Bool
  }

  /// Counts the attempt, and finds the account.
  /// - Throws: `LIMIT_EXCEEDED` after too many.
  func candidate(_ lookups: PreparationLookups<Viewer>) async throws(MutationFailure) -> Candidate {
    let found = try await lookups.call(
      .signInCandidate(
        channel: address.channel.rawValue, lookup: address.lookup, device: device, pairKey: pair, addressKey: ofAddress,
        networkKey: ofNetwork))
    try limits[.passwordFromNetwork].check(found.ownCount, seconds: found.ownSeconds)
    try limits[.passwordOfAddress].check(found.addressCount, seconds: found.addressSeconds)
    try limits[.passwordOfNetwork].check(found.networkCount, seconds: found.networkSeconds)
    return Candidate(account: found.accountID, address: found.addressID, hash: found.hash, isKnown: found.isKnown)
  }

  /// Gives the attempt back, of a password that was right.
  func giveBack(_ candidate: Candidate, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    try await rows.call(givingBack(candidate))
  }

  /// Gives the attempt back, of a password that was not checked.
  func giveBack(_ candidate: Candidate, _ lookups: PreparationLookups<Viewer>) async throws(MutationFailure) {
    try await lookups.call(givingBack(candidate))
  }

  private func givingBack(_ candidate: Candidate) -> FunctionCall<Void> {
    .giveBackSignIn(
      isKnown: candidate.isKnown, device: device, pairKey: pair, addressKey: ofAddress, networkKey: ofNetwork)
  }
}

extension AttemptLimit {
  /// Checks what a function of the database has counted.
  /// - Parameter seconds: those until counting begins again.
  /// - Throws: `LIMIT_EXCEEDED`.
  func check(_ count: Int32, seconds: Int32) throws(MutationFailure) {
    if count > maximum { throw .tooMany(attempts, limit: kind, maximum: maximum, retryAfter: seconds) }
  }
}

extension SQLValue {
  /// The hash of a network, as `attempts` has it; null where it is not known.
  static func key(of network: [UInt8]?, _ secrets: SecretKeys) -> SQLValue {
    guard let network else { return .null(.bytea) }
    return .literal("\\x\(secrets.derivedCodes(for: "network", network)[0].hexadecimal)", .bytea)
  }
}
