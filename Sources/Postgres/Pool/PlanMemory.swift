/// The database time that a key's requests took by plan, for the few plans that took long, or may have.
///
/// A plan that is quick for others may take long for a key with many rows. A time falls slowly after quick requests:
/// the same plan may be asked for little and for much in turn.
struct PlanMemory {
  private static var mostPlans: Int { 32 }

  private var times: [UInt64: Duration] = [:]

  /// Nil for a plan of which nothing is remembered.
  func time(of plan: RunningTimes?) -> Duration? { plan.flatMap { times[$0.id] } }

  /// - Parameter isWorthKeeping: whether a plan that is not remembered is to be.
  mutating func note(_ time: Duration, of plan: RunningTimes?, isWorthKeeping: Bool) {
    guard let id = plan?.id else { return }
    if let known = times[id] {
      times[id] = time >= known ? time : known - (known - time) / 4
    } else if isWorthKeeping {
      if times.count >= Self.mostPlans, let quickest = times.min(by: { $0.value < $1.value }) { times[quickest.key] = nil }
      times[id] = time
    }
  }
}
