/// A request's use of a connection: the key that pays, and how long requests like it took.
package struct Load: Sendable {
  package let key: LoadKey
  /// Shared by all requests with the same plan; nil where nothing was measured yet and nothing is to be.
  package let times: RunningTimes?
  /// Whether the key has so many rows that the request may take long, whatever it takes others.
  package let isHeavy: Bool
  /// Whether it is known to read few rows, however new its plan is.
  package let isLight: Bool

  package init(_ key: LoadKey, times: RunningTimes? = nil, isHeavy: Bool = false, isLight: Bool = false) {
    self.key = key
    self.times = times
    self.isHeavy = isHeavy
    self.isLight = isLight
  }

  /// The program's own work.
  package static let process = Load(.process)
}

/// How much a request may hold up others.
package enum LoadClass: Int, Sendable, CaseIterable {
  /// Requests with this plan take little time.
  case quick
  /// Nothing is known about the plan.
  case unknown
  /// The request takes `FairLimits.longTime` or more: as known of its plan, of its key, or since it runs for as long.
  case long

  /// As metrics name it.
  package var name: String { "\(self)" }
}
