import Synchronization

/// The mean database time of the requests with one plan: of the latest, mostly.
///
/// One sample changes the mean by little: a key with unusually many rows must not make a plan that serves everybody else
/// in a millisecond count as a long one.
package final class RunningTimes: Sendable {
  private static let lastID = Atomic<UInt64>(0)

  /// Tells one plan from all others of the process.
  let id = RunningTimes.lastID.add(1, ordering: .relaxed).newValue
  /// Negative as long as nothing was measured.
  private let nanoseconds = Atomic<Int64>(-1)

  package init() {}

  /// Nil before the first measurement.
  package var mean: Duration? {
    let value = nanoseconds.load(ordering: .relaxed)
    return value < 0 ? nil : .nanoseconds(value)
  }

  /// Two that measure at the same time may lose one measurement.
  package func note(_ time: Duration) {
    let known = nanoseconds.load(ordering: .relaxed)
    var mean = known < 0 ? ClippedMean() : ClippedMean(nanoseconds: known)
    mean.note(time)
    nanoseconds.store(mean.nanoseconds, ordering: .relaxed)
  }
}
