/// How often one of many may ask, and how many of its requests may be answered at a time.
package struct ThrottleLimits: Sendable {
  /// The number of requests per second in the long run; nil for any number.
  package var rate: Int?
  /// How many there may be at once, after a while without any.
  package var burst: Int
  /// How many may be answered at a time; nil for any number.
  package var concurrency: Int?

  /// - Parameter burst: at least 1, as `rate` and `concurrency` are.
  package init(rate: Int?, burst: Int, concurrency: Int?) {
    self.rate = rate
    self.burst = burst
    self.concurrency = concurrency
  }

  /// For a session's account, on all its devices together.
  package static let perViewer = ThrottleLimits(rate: 20, burst: 200, concurrency: 20)
  /// For what comes from one network without a session: a school may be one.
  package static let perNetwork = ThrottleLimits(rate: 20, burst: 200, concurrency: 50)
}
