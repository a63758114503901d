/// How long a request that comes now would wait for a connection, as far as can be told from what others met with.
struct ExpectedWait {
  typealias Instant = ContinuousClock.Instant

  /// The mean time from one connection that comes back to the next, while requests wait: of the latest, mostly.
  private var interval = Duration.zero
  /// When the latest came back, if requests have waited since.
  private var lastReturn: Instant?
  /// When the last connection that there may be was leased, if none has come back since.
  private var exhaustedSince: Instant?

  mutating func allLeased(_ now: Instant) { exhaustedSince = now }

  /// - Parameters:
  ///   - isAwaited: whether requests wait.
  ///   - longest: more tells nothing else: one that was stuck must not be remembered for long.
  mutating func cameBack(isAwaited: Bool, atMost longest: Duration, _ now: @autoclosure () -> Instant) {
    exhaustedSince = nil
    guard isAwaited else { return lastReturn = nil }
    let now = now()
    if let lastReturn { interval += (min(now - lastReturn, longest) - interval) / 8 }
    lastReturn = now
  }

  /// At least the time for which nothing has moved, since nothing says that it will; and as long as those in front
  /// take, if connections come back as they did.
  /// - Parameters:
  ///   - count: how many wait.
  ///   - firstCame: since when the first of them waits.
  func duration(behind count: Int, firstCame: Instant?, _ now: Instant) -> Duration {
    var longest = interval * count
    if let firstCame { longest = max(longest, now - firstCame) }
    if let exhaustedSince { longest = max(longest, now - exhaustedSince) }
    return longest
  }
}
