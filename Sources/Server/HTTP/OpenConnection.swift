import NIOCore
import Synchronization

/// A connection as the registry knows it.
final class OpenConnection: Sendable {
  /// The activity of the server for a connection, in the order in which connections are closed to make room.
  enum Activity: UInt64, Sendable {
    /// It waits for its client to send something.
    case waiting
    /// It waits for its client to take an answer.
    case blocked
    case streaming
    /// It answers a request.
    case working
  }

  private let end: @Sendable (Activity) -> Void
  /// The activity in the two highest bits, and when it began, or the stream had its last event, in nanoseconds of uptime.
  private let state: Atomic<UInt64>

  init(since: NIODeadline, end: @escaping @Sendable (Activity) -> Void) {
    self.end = end
    state = Atomic(Self.encoded(.waiting, since))
  }

  var activity: Activity { Activity(rawValue: order >> 62) ?? .working }

  /// Orders connections by activity, and those with the same by the time that it takes, the longest first.
  var order: UInt64 { state.load(ordering: .relaxed) }

  func become(_ activity: Activity, now: NIODeadline = .now()) {
    state.store(Self.encoded(activity, now), ordering: .relaxed)
  }

  private static func encoded(_ activity: Activity, _ time: NIODeadline) -> UInt64 {
    activity.rawValue << 62 | (time.uptimeNanoseconds & (1 << 62 - 1))
  }

  func leave() { end(activity) }
}
