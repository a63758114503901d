import Foundation

/// The last findings of `doctor` about this server. A check opens connections to the database, the mail server and the services of pushes:
/// there is one at a time, and its findings are good for a while.
actor DoctorReport {
  struct Report: Sendable {
    /// The end of the check, in seconds since 1970.
    let time: Double
    let seconds: Double
    let findings: [Finding]
  }

  /// The time for which findings are good.
  private let lifetime: Duration
  /// The least time from the end of a check to the next one, for whoever asks.
  private let pause: Duration
  private let check: @Sendable () async -> [Finding]
  private var last: Report?
  private var lastEnd: ContinuousClock.Instant?
  private(set) var isRunning = false
  /// The number of checks.
  private(set) var count = 0

  init(lifetime: Duration = .seconds(600), pause: Duration = .seconds(10), _ check: @escaping @Sendable () async -> [Finding]) {
    self.lifetime = lifetime
    self.pause = pause
    self.check = check
  }

  /// The last report, at once. Begins a check where it is too old.
  /// - Returns: nil before the first check has ended.
  func report() -> Report? {
    begin(after: lifetime)
    return last
  }

  /// Begins a check, unless one runs or has just ended.
  func renew() { begin(after: pause) }

  private func begin(after age: Duration) {
    guard !isRunning else { return }
    if let lastEnd, lastEnd.duration(to: .now) < age { return }
    isRunning = true
    count += 1
    // Requests go first.
    Task(priority: .background) { [check] in
      let start = ContinuousClock.now
      let findings = await check()
      end(findings, after: start.duration(to: .now))
    }
  }

  private func end(_ findings: [Finding], after duration: Duration) {
    last = Report(time: Date().timeIntervalSince1970, seconds: duration / .seconds(1), findings: findings)
    lastEnd = .now
    isRunning = false
  }
}
