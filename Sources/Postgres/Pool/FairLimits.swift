/// How the connections of a pool are shared between keys.
package struct FairLimits: Sendable {
  /// The database time that a key may use at once, whatever it did before.
  package var burst: Duration = .seconds(2)
  /// The database time that a key is given back each second; nil so that no key ever runs out.
  package var refill: Duration? = .milliseconds(200)
  /// The percentage of the connections that a key leases at most while others wait.
  package var sharePercent = 25
  /// From this time on, expected or elapsed, a request is a long one: or from a higher one where most take as long.
  package var longTime: Duration = .milliseconds(50)
  /// How many long requests run at a time; nil for a quarter of the preferred number of connections, so that
  /// others find a processor free. Keys without database time left have at most half of these.
  package var maxLong: Int?
  /// How many requests of a key wait at most.
  package var maxWaitersPerKey = 128
  /// How many keys are remembered. Those with a full bucket are forgotten first.
  package var maxKeys = 16_384

  package init() {}
}

/// The same in numbers of connections.
struct FairShares {
  let burst: TimeBucket.Size?
  let longTime: Duration
  let maxWaitersPerKey: Int
  let maxKeys: Int
  /// The most connections that a key leases while others wait.
  let share: Int
  /// The last connections, which only quick requests get, of keys that lease none and are known for no others.
  let reserve: Int
  let maxLong: Int
  /// The same for keys without database time left.
  let maxLongOfThrottled: Int
  /// How many requests run at a time that are long or may be. One with a new plan has a place even where all that there
  /// are for long ones are taken.
  let maxUncertain: Int

  /// Every number is at least one, so that no request waits for ever.
  init(_ limits: FairLimits, size: Int, preferredSize: Int, maxWaiters: Int) {
    burst = limits.refill.map { TimeBucket.Size(capacity: limits.burst, rate: $0) }
    longTime = limits.longTime
    maxWaitersPerKey = limits.maxWaitersPerKey
    // A key with a request under way is never forgotten.
    maxKeys = max(limits.maxKeys, maxWaiters + size + 2)
    share = max(1, size * limits.sharePercent / 100)
    // A pool with few connections has none to keep free.
    let isDivided = size >= 8
    reserve = isDivided ? size / 4 : 0
    maxLong = max(1, min(limits.maxLong ?? preferredSize / 4, size))
    maxLongOfThrottled = max(1, maxLong / 2)
    maxUncertain = isDivided ? maxLong + maxLongOfThrottled : size
  }
}
