/// How long a request that comes now would wait for a connection, as far as can be told from what others met with.
struct ExpectedWait {
  typealias Instant = ContinuousClock.Instant

  /// The mean time from one request that is served to the next, while some wait: of the latest, mostly.
  private var interval = Duration.zero
  /// When the latest was served, if requests that may be served have waited since.
  private var lastServed: Instant?
  /// Since when requests wait for nothing but a connection, and none was served.
  private var stalledSince: Instant?
  /// When the last connection that there may be was leased, if none has come back since.
  private var exhaustedSince: Instant?

  mutating func allLeased(_ now: Instant) { exhaustedSince = now }

  mutating func cameBack() { exhaustedSince = nil }

  /// A request waits for nothing but a connection.
  mutating func waits(_ now: Instant) { if stalledSince == nil { stalledSince = now } }

  mutating func nobodyWaits() { (lastServed, stalledSince) = (nil, nil) }

  /// - Parameters:
  ///   - count: how many requests that had waited were served now.
  ///   - longest: more tells nothing else: a connection that was stuck must not be remembered for long.
  mutating func served(_ count: Int, atMost longest: Duration, _ now: Instant) {
    guard count > 0 else { return }
    if let lastServed { interval += (min((now - lastServed) / count, longest) - interval) / 8 }
    lastServed = now
    stalledSince = now
  }

  /// At least the time for which nothing has moved, since nothing says that it will; and as long as those in front
  /// take, if they are served as others were.
  /// - Parameters:
  ///   - count: how many wait in front.
  ///   - firstCame: since when the first one of the same key waits.
  func duration(behind count: Int, firstCame: Instant?, _ now: Instant) -> Duration {
    var longest = interval * count
    if let firstCame { longest = max(longest, now - firstCame) }
    if count > 0, let stalledSince { longest = max(longest, now - stalledSince) }
    if let exhaustedSince { longest = max(longest, now - exhaustedSince) }
    return longest
  }
}
