/// The hashes that one account, and one network, may have in an hour: those that match, and those of new passwords. As many at once,
/// given back over an hour. Those that do not match have limits of their own: otherwise strangers would use up what an account may.
/// Each process counts for itself.
package struct HashAllowance: Hashable, Sendable {
  package var perAccount: Int
  package var perNetwork: Int

  package init(perAccount: Int, perNetwork: Int) {
    self.perAccount = perAccount
    self.perNetwork = perNetwork
  }
}

/// The hashes that keys have had lately: for each the moment at which its allowance is whole again (the generic cell rate algorithm —
/// ITU-T I.371, annex A).
struct HashAccounts<Key: Hashable> {
  typealias Instant = ContinuousClock.Instant

  private static var period: Duration { .seconds(3600) }
  /// The number of keys from which on those that have their whole allowance are forgotten, and then those with the most left.
  private static var mostKeys: Int { 1 << 14 }

  private let interval: Duration
  private var fullAt: [Key: Instant] = [:]

  /// - Parameter maximum: in an hour.
  init(maximum: Int) { interval = Self.period / max(1, maximum) }

  /// The time until there may be another; nil where there may be one now.
  func wait(of key: Key, _ now: Instant) -> Duration? {
    guard let fullAt = fullAt[key] else { return nil }
    let excess = max(fullAt, now) + interval - now - Self.period
    return excess > .zero ? excess : nil
  }

  mutating func take(_ key: Key, _ now: Instant) {
    if fullAt.count >= Self.mostKeys, fullAt[key] == nil { forget(now) }
    fullAt[key] = max(fullAt[key] ?? now, now) + interval
  }

  /// Gives back what `take` took.
  mutating func giveBack(_ key: Key) {
    if let known = fullAt[key] { fullAt[key] = known - interval }
  }

  private mutating func forget(_ now: Instant) {
    fullAt = fullAt.filter { $0.value > now }
    guard fullAt.count >= Self.mostKeys else { return }
    let median = fullAt.values.sorted()[fullAt.count / 2]
    fullAt = fullAt.filter { $0.value > median }
  }
}
