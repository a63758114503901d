/// An allowance of database time that refills at a steady rate.
///
/// It is stored as the moment at which it is full again (the generic cell rate algorithm — ITU-T I.371, annex A): using
/// 100 ms at a rate of 200 ms a second moves that moment by 500 ms.
struct TimeBucket {
  typealias Instant = ContinuousClock.Instant

  /// How long a bucket takes to fill, and how many seconds it takes to give back a second that was used.
  struct Size {
    let fillTime: Duration
    let secondsPerSecond: Double

    /// - Parameters:
    ///   - capacity: the whole of a bucket.
    ///   - rate: the time that it is given back in a second.
    init(capacity: Duration, rate: Duration) {
      secondsPerSecond = Duration.seconds(1) / rate
      fillTime = capacity * secondsPerSecond
    }

    /// The most use beyond the allowance that is remembered, as a multiple of the capacity.
    static let maximumDebt = 4.0
  }

  private var fullAt: Instant

  /// A full one.
  init(_ now: Instant) { fullAt = now }

  func isFull(_ now: Instant) -> Bool { fullAt <= now }

  /// Zero or less while something is left.
  func timeUntilUsable(_ size: Size, _ now: Instant) -> Duration { fullAt - now - size.fillTime }

  func isEmpty(_ size: Size, _ now: Instant) -> Bool { timeUntilUsable(size, now) > .zero }

  /// - Parameter time: negative to give back what was taken too much.
  /// - Returns: the time that was taken: less than that where the debt is the greatest that is remembered.
  @discardableResult
  mutating func take(_ time: Duration, _ size: Size, _ now: Instant) -> Duration {
    let former = max(fullAt, now)
    fullAt = min(former + time * size.secondsPerSecond, now + size.fillTime * (1 + Size.maximumDebt))
    return (fullAt - former) / size.secondsPerSecond
  }

  /// Whether another bucket has less left.
  func isFuller(than other: TimeBucket) -> Bool { fullAt < other.fullAt }
}
