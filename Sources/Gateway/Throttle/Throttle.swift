import Synchronization

/// Token buckets, and counts of what is under way: one of each for every key, in the memory of this process.
///
/// A bucket is no more than the moment at which it will be full again (the generic cell rate algorithm — ITU-T I.371,
/// annex A): a request moves that moment on by one interval, and may not move it further ahead than the burst is long.
/// So a bucket that is full, of a key with nothing under way, is as good as none, and is what goes when there is no
/// more room.
///
/// The keys are spread over several locks: event loops rarely meet at one.
final class Throttle<Key: Hashable & Sendable>: Sendable {
  enum Refusal: Equatable {
    /// The bucket is empty for so long.
    case rate(until: Duration)
    case concurrency
  }

  private struct Bucket {
    let key: Key
    var fullAt: ContinuousClock.Instant
    /// How many requests of the key are being answered.
    var running = 0
  }

  private struct Shard {
    var indexByKey: [Key: Int] = [:]
    var buckets: [Bucket] = []
    /// Where the search for a bucket to go starts.
    var hand = 0
  }

  /// A lock that can stand in an array.
  private final class Lock: Sendable {
    let shard = Mutex(Shard())
  }

  /// The number of buckets that are looked at, at least, for one that is full.
  private static var searchLength: Int { 16 }

  private let limits: ThrottleLimits
  /// Between two requests, in the long run; zero without a rate.
  private let interval: Duration
  /// The whole of a bucket.
  private let capacity: Duration
  private let locks: [Lock]
  private let maximumPerShard: Int

  /// - Parameter maximumCount: of keys that are known at a time.
  init(_ limits: ThrottleLimits, maximumCount: Int = 1 << 16, shards count: Int = 16) {
    self.limits = limits
    interval = limits.rate.map { .seconds(1) / $0 } ?? .zero
    capacity = interval * limits.burst
    locks = (0..<count).map { _ in Lock() }
    maximumPerShard = max(1, maximumCount / count)
  }

  /// The number of keys that are known.
  var count: Int { locks.reduce(0) { $0 + $1.shard.withLock { $0.buckets.count } } }

  /// Takes a token for a request that begins. If it is not refused, `end` is to follow.
  func begin(_ key: Key, now: ContinuousClock.Instant) -> Refusal? {
    lock(of: key).shard.withLock { shard in
      let index = shard.indexByKey[key] ?? Self.add(key, to: &shard, maximum: maximumPerShard, now: now)
      guard let index else { return .concurrency }
      if let most = limits.concurrency, shard.buckets[index].running >= most { return .concurrency }
      if limits.rate != nil {
        let fullAt = max(shard.buckets[index].fullAt, now) + interval
        let excess = now.duration(to: fullAt) - capacity
        if excess > .zero { return .rate(until: excess) }
        shard.buckets[index].fullAt = fullAt
      }
      shard.buckets[index].running += 1
      return nil
    }
  }

  /// The request of a key was answered.
  func end(_ key: Key) {
    lock(of: key).shard.withLock { shard in
      // A key with something under way never goes.
      guard let index = shard.indexByKey[key] else { return }
      shard.buckets[index].running -= 1
    }
  }

  private func lock(of key: Key) -> Lock { locks[Int(UInt(bitPattern: key.hashValue) % UInt(locks.count))] }

  /// - Returns: nil when there is no room: all that there are have something under way.
  private static func add(
    _ key: Key, to shard: inout Shard, maximum: Int, now: ContinuousClock.Instant
  ) -> Int? {
    if shard.buckets.count >= maximum, !removeOne(from: &shard, now: now) { return nil }
    shard.indexByKey[key] = shard.buckets.count
    shard.buckets.append(Bucket(key: key, fullAt: now))
    return shard.buckets.count - 1
  }

  /// Takes out a bucket that is full; if none of those next to the hand is, the one that is nearest to it, whose key is
  /// then given the rest.
  private static func removeOne(from shard: inout Shard, now: ContinuousClock.Instant) -> Bool {
    var fullest: Int?
    for step in 0..<shard.buckets.count {
      if step >= searchLength, fullest != nil { break }
      let index = (shard.hand + step) % shard.buckets.count
      let bucket = shard.buckets[index]
      guard bucket.running == 0, fullest.map({ bucket.fullAt < shard.buckets[$0].fullAt }) ?? true else { continue }
      fullest = index
      if bucket.fullAt <= now { break }
    }
    guard let fullest else { return false }
    shard.indexByKey[shard.buckets[fullest].key] = nil
    let last = shard.buckets.removeLast()
    if fullest < shard.buckets.count {
      shard.buckets[fullest] = last
      shard.indexByKey[last.key] = fullest
    }
    shard.hand = shard.buckets.isEmpty ? 0 : (fullest + 1) % shard.buckets.count
    return true
  }
}
