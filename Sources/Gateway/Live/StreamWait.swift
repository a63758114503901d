import SQL
import Domain

/// The wait of one stream for the versions that it has read: until they change, time changes the answer, or the token expires.
struct StreamWait: Sendable {
  /// The interval within which changes become one event.
  private static let interval = Duration.milliseconds(250)
  /// Until what could not be read is read again.
  private static let retry = Duration.seconds(1)

  let account: AccountViewer
  /// When the token expires.
  private let expiry: ContinuousClock.Instant
  private var lastRun = ContinuousClock.now
  /// The changes of the family that this process had made before the last read.
  private var changes: UInt64 = 0
  /// The versions of the last read; nil where it failed.
  var stamps: VersionStamps?

  init(of account: AccountViewer, secondsLeft: Int64) {
    self.account = account
    expiry = .now + .seconds(secondsLeft)
  }

  var hasExpired: Bool { expiry <= .now }

  /// A read begins.
  mutating func begin(_ gateway: Gateway) {
    lastRun = .now
    changes = gateway.ownChanges(of: .account(account))
  }

  func untilChange(_ gateway: Gateway) async {
    guard let stamps else {
      try? await Task.sleep(until: min(lastRun + Self.retry, expiry), clock: .continuous)
      return
    }
    await gateway.wakeUp.watch.wait(for: stamps.watched(by: account), until: stamps.deadline.map { min($0, expiry) } ?? expiry) {
      gateway.ownChanges(of: .account(account)) != changes
    }
    // The first change is told at once, and those that follow it closely together.
    try? await Task.sleep(until: lastRun + Self.interval, clock: .continuous)
  }
}
