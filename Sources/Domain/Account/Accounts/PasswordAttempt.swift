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
      .signInCandidate, .text(address.channel.rawValue), .text(address.lookup), device, pair, ofAddress, ofNetwork)
    let ordered: [AttemptLimit] = [.passwordFromNetwork, .passwordOfAddress, .passwordOfNetwork]
    for (index, limit) in ordered.enumerated() {
      try limits[limit].check(found, countColumn: 4 + 2 * index)
    }
    return Candidate(
      account: found.uuid(row: 0, column: 0), address: found.uuid(row: 0, column: 1), hash: found.text(row: 0, column: 2),
      isKnown: found.isTrue(row: 0, column: 3))
  }

  /// Gives the attempt back, of a password that was right.
  func giveBack(_ candidate: Candidate, _ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
    _ = try await rows.call(.giveBackSignIn, .bool(candidate.isKnown), device, pair, ofAddress, ofNetwork)
  }

  /// Gives the attempt back, of a password that was not checked.
  func giveBack(_ candidate: Candidate, _ lookups: PreparationLookups<Viewer>) async throws(MutationFailure) {
    _ = try await lookups.call(.giveBackSignIn, .bool(candidate.isKnown), device, pair, ofAddress, ofNetwork)
  }
}

extension AttemptLimit {
  /// Checks what a function of the database has counted.
  /// - Parameter column: of the count; that of the seconds follows.
  /// - Throws: `LIMIT_EXCEEDED`.
  func check(_ counted: Rows, countColumn column: Int) throws(MutationFailure) {
    guard counted.count == 1, let count = counted.int4(row: 0, column: column),
      let seconds = counted.int4(row: 0, column: column + 1)
    else { throw .refused("Attempts cannot be counted.", code: .unavailable) }
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
