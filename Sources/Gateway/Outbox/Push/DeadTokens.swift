import Push
import Synchronization

/// Tells a dead token from a wrong configuration. APNs calls a token bad that is of its other environment, or of another app: with
/// wrong options that is every token, and all devices would be forgotten.
final class DeadTokens: Sendable {
  private static let window = 20

  private struct State {
    /// The latest outcomes: whether APNs has accepted the token.
    var latest: [Bool] = []
    var isSuspicious = false
  }

  private let state = Mutex(State())

  enum Verdict: Equatable {
    case forget
    case keep
    /// The device is kept, for the first time since APNs accepted more than it refused.
    case keepAndWarn
  }

  /// Counts a message that APNs has accepted.
  func noteAccepted() {
    state.withLock { state in
      Self.note(true, &state)
      if state.latest.count(where: { $0 }) * 2 >= state.latest.count { state.isSuspicious = false }
    }
  }

  /// Whether to forget a device that is gone.
  func verdict(on reason: String) -> Verdict {
    guard reason == "BadDeviceToken" else { return .forget }
    return state.withLock { state in
      Self.note(false, &state)
      if state.latest.count(where: { $0 }) * 2 >= state.latest.count { return .forget }
      defer { state.isSuspicious = true }
      return state.isSuspicious ? .keep : .keepAndWarn
    }
  }

  private static func note(_ isAccepted: Bool, _ state: inout State) {
    state.latest.append(isAccepted)
    if state.latest.count > window { state.latest.removeFirst() }
  }
}
