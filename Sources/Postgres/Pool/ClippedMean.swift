/// A mean of times, of the latest mostly, that no single one changes by much.
struct ClippedMean {
  /// Where the mean starts.
  static let prior: Duration = .milliseconds(10)
  /// A sample counts for at most so many times the mean.
  private static let maximumRatio: Int64 = 4
  private static let weight: Int64 = 8

  private(set) var nanoseconds: Int64

  init(nanoseconds: Int64 = prior.wholeNanoseconds) { self.nanoseconds = nanoseconds }

  var duration: Duration { .nanoseconds(nanoseconds) }

  mutating func note(_ time: Duration) {
    let sample = min(max(0, time.wholeNanoseconds), max(nanoseconds, 1_000_000) * Self.maximumRatio)
    nanoseconds += (sample - nanoseconds) / Self.weight
  }
}

extension Duration {
  /// Those of more than two centuries are as good as two.
  var wholeNanoseconds: Int64 {
    let limit: Int64 = 7_000_000_000
    return max(-limit, min(components.seconds, limit)) * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
