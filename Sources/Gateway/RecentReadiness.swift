import Synchronization

/// What was found lately, and by those who ask at the same time, together.
final class RecentReadiness: Sendable {
  /// How long it is believed that all is well. What is wrong is looked at again each time.
  private static let lifetime = Duration.seconds(1)

  private struct State {
    var running: Task<[String], Never>?
    var goodUntil: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  func problems(_ ask: @escaping @Sendable () async -> [String]) async -> [String] {
    let task: Task<[String], Never>? = state.withLock { state in
      if let until = state.goodUntil, .now < until { return nil }
      if let running = state.running { return running }
      let task = Task {
        let problems = await ask()
        note(problems)
        return problems
      }
      state.running = task
      return task
    }
    return await task?.value ?? []
  }

  private func note(_ problems: [String]) {
    state.withLock { state in
      state.running = nil
      state.goodUntil = problems.isEmpty ? .now + Self.lifetime : nil
    }
  }
}
