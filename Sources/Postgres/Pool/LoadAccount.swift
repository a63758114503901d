/// The pool's record of a key.
struct LoadAccount<Waiter> {
  let key: LoadKey
  var queue = WaiterQueue<Waiter>()
  /// Where the key stands in the list of those that wait.
  var waitingIndex: Int?
  /// How many connections the key leases.
  var running = 0
  /// The virtual time at which the key's last request ends: the next one starts then, or now if that is later.
  var finishTag = Duration.zero
  var bucket: TimeBucket
  /// The mean database time of its requests: of the latest, mostly. Unlike `RunningTimes.mean` it follows one sample far:
  /// it is the key's own.
  private(set) var meanTime: Duration?
  var plans = PlanMemory()

  init(_ key: LoadKey, _ now: ContinuousClock.Instant) {
    self.key = key
    bucket = TimeBucket(now)
  }

  /// Whether the key may be forgotten.
  var isIdle: Bool { running == 0 && queue.count == 0 && !key.isProcess }

  mutating func note(_ time: Duration) { meanTime = meanTime.map { $0 + (time - $0) / 4 } ?? time }
}
