import Crypto
import CryptoExtras
package import SessionTokens

/// Hashes passwords with scrypt, which takes memory on purpose, and keys the hash with the server's secret.
///
/// It does so on few threads that give way to others, so that a flood of sign-ins stops nothing else; networks and accounts have equal
/// shares of them.
package final class PasswordHasher: Sendable {
  /// As many passwords wait as may, or the account or the network has had as many hashes as it may.
  package struct Busy: Error {
    /// The number of seconds until there is likely to be room.
    package let retryAfter: Int
    /// The allowance that is used up; nil where as many wait as may.
    package let exceeded: ExceededHashes?
  }

  /// The result of a comparison.
  package enum Verdict: Hashable, Sendable {
    case differs
    /// - Parameter renewed: the hash to keep from now on, where the one that is kept has other parameters or another key than new
    ///   ones have.
    case matches(renewed: String?)
  }

  private let parameters: ScryptParameters
  private let pepper: Pepper
  private let queue: HashQueue
  /// Compared with where there is no account: it takes as long.
  private let dummy: StoredPassword

  /// - Parameters:
  ///   - threads: the number of hashes that are made at a time.
  ///   - maximumWaiting: how many may wait besides.
  ///   - allowance: the hashes of an account and of a network in an hour; nil for any number.
  package init(
    secrets: SecretKeys, parameters: ScryptParameters = .standard, threads: Int, maximumWaiting: Int = 20,
    allowance: HashAllowance? = nil
  ) {
    self.parameters = parameters
    pepper = Pepper(secrets)
    queue = HashQueue(threads: threads, maximumWaiting: maximumWaiting, allowance: allowance)
    dummy = StoredPassword(
      parameters: parameters, keyID: pepper.firstID, salt: Self.randomBytes(16), hash: SessionTokens.SHA256.hash(Self.randomBytes(32)))
  }

  deinit { queue.close() }

  package var statistics: PasswordStatistics { queue.statistics }

  /// The names that hashes have for secrets: `k` in them.
  package static func keyIDs(of secrets: SecretKeys) -> [String] { Pepper(secrets).ids }

  /// The hash of a new password, with a salt of its own: `passwords.hash` of the database.
  /// - Parameter owner: the parties that it is accounted to; nil for none.
  package func hash(_ password: Password, for owner: HashOwner? = nil) async throws(Busy) -> String {
    try await run(owner) { [parameters, pepper] in Self.stored(password, parameters, pepper).text }
  }

  /// Compares a password with a hash.
  /// - Parameters:
  ///   - text: the hash; nil where there is no account: the password is then compared with a hash that no password has.
  ///   - owner: the parties that it is accounted to; nil for none.
  package func verify(
    _ password: Password, against text: String?, for owner: HashOwner? = nil
  ) async throws(Busy) -> Verdict {
    let known = text.flatMap { StoredPassword($0) }
    let verdict: Verdict = try await run(owner) { [parameters, pepper, dummy] in
      let stored = known ?? dummy
      let hash = Self.scrypt(password, salt: stored.salt, stored.parameters)
      // Nil of a secret that this server does not have: that equals no hash.
      guard pepper.keyed(hash, salt: stored.salt, keyID: stored.keyID) == stored.hash, known != nil else { return .differs }
      let isCurrent = stored.parameters == parameters && stored.keyID == pepper.firstID
      return .matches(renewed: isCurrent ? nil : Self.stored(password, parameters, pepper).text)
    }
    if verdict == .differs { queue.giveBack(owner) }
    return verdict
  }

  private func run<Value: Sendable>(
    _ owner: HashOwner?, _ work: @escaping @Sendable () -> Value
  ) async throws(Busy) -> Value {
    do throws(HashQueue.Refusal) {
      return try await queue.run(for: owner, work)
    } catch {
      throw Busy(retryAfter: error.retryAfter, exceeded: error.exceeded)
    }
  }

  private static func stored(_ password: Password, _ parameters: ScryptParameters, _ pepper: Pepper) -> StoredPassword {
    let salt = randomBytes(16)
    let hash = scrypt(password, salt: salt, parameters)
    guard let keyed = pepper.keyed(hash, salt: salt, keyID: pepper.firstID) else {
      preconditionFailure("the first secret has the first id")
    }
    return StoredPassword(parameters: parameters, keyID: pepper.firstID, salt: salt, hash: keyed)
  }

  private static func scrypt(_ password: Password, salt: [UInt8], _ parameters: ScryptParameters) -> [UInt8] {
    do {
      return try KDF.Scrypt.deriveKey(
        from: Array(password.text.utf8), salt: salt, outputByteCount: 32, rounds: 1 << parameters.logarithm,
        blockSize: parameters.blockSize, parallelism: parameters.parallelism
      ).withUnsafeBytes { Array($0) }
    } catch {
      // The library refuses parameters alone, which are bounded, and memory that it cannot have: then the process is at its end.
      preconditionFailure("scrypt cannot run: \(error)")
    }
  }

  private static func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
