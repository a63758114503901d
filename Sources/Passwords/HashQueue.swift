import Synchronization
import Threads

/// Work for threads of their own: at most one at a time for each of them, and at most so many waiting, in the order of
/// `HashQueueState`. More is refused at once, since a client that waits longer is gone when its turn comes.
final class HashQueue: Sendable {
  /// The work is not done.
  struct Refusal: Error {
    /// The number of seconds until there is likely to be room.
    let retryAfter: Int
    /// The allowance that is used up; nil where as many wait as may.
    var exceeded: ExceededHashes?
  }

  private struct Work {
    let owner: HashOwner?
    let run: @Sendable () -> Void
    let refuse: @Sendable (Refusal) -> Void
  }

  private struct State {
    var queue: HashQueueState<Work>
    var accounts: HashAccounts<String>
    var networks: HashAccounts<[UInt8]>
    var running = 0
    var statistics = PasswordStatistics()
    /// About how long one takes, in seconds.
    var mean = 0.3
  }

  private let state: Mutex<State>
  private let threads: WorkerThreads
  private let allowance: HashAllowance?

  /// - Parameter allowance: nil for any number.
  init(threads: Int, maximumWaiting: Int, allowance: HashAllowance? = nil) {
    self.threads = WorkerThreads(named: "passwords", count: threads)
    self.allowance = allowance
    state = Mutex(
      State(
        queue: HashQueueState(maximumWaiting: maximumWaiting), accounts: HashAccounts(maximum: allowance?.perAccount ?? .max),
        networks: HashAccounts(maximum: allowance?.perNetwork ?? .max)))
  }

  var statistics: PasswordStatistics {
    state.withLock {
      var statistics = $0.statistics
      statistics.waiting = $0.queue.waiting
      return statistics
    }
  }

  /// Does work on one of the threads.
  /// - Parameter owner: the parties that it is accounted to; nil for none.
  func run<Value: Sendable>(
    for owner: HashOwner?, _ work: @escaping @Sendable () -> Value
  ) async throws(Refusal) -> Value {
    let result: Result<Value, Refusal> = await withCheckedContinuation { continuation in
      let work = Work(
        owner: owner,
        run: {
          let start = ContinuousClock.now
          let value = work()
          // Leave before the continuation resumes: its caller may ask again, and finds room.
          self.leave(after: (ContinuousClock.now - start) / .seconds(1))
          continuation.resume(returning: .success(value))
        },
        refuse: { continuation.resume(returning: .failure($0)) })
      enter(work, of: owner)
    }
    return try result.get()
  }

  private func enter(_ work: Work, of owner: HashOwner?) {
    let now = ContinuousClock.now
    let (refused, refusal) = state.withLock { state -> (Work?, Refusal?) in
      if let owner, let refusal = exceeded(owner, state, now) {
        state.statistics.refused += 1
        return (work, refusal)
      }
      let busy = Refusal(
        retryAfter: min(
          60, max(1, Int((Double(state.running + state.queue.waiting) * state.mean / Double(threads.count)).rounded(.up)))))
      // A free thread takes it at once, without a wait.
      switch state.queue.add(work, of: owner) {
      case .full:
        state.statistics.refused += 1
        return (work, busy)
      case .waits(let displaced):
        if let displaced {
          state.statistics.refused += 1
          giveBack(displaced.owner, &state)
        }
        if allowance != nil, let owner {
          state.accounts.take(owner.account, now)
          if let network = owner.network, !owner.isKnown { state.networks.take(network, now) }
        }
        return (displaced, busy)
      }
    }
    if let refused, let refusal { refused.refuse(refusal) }
    threads.wake { self.next() }
  }

  private func exceeded(_ owner: HashOwner, _ state: State, _ now: ContinuousClock.Instant) -> Refusal? {
    guard let allowance else { return nil }
    func refusal(_ wait: Duration, _ exceeded: ExceededHashes) -> Refusal {
      Refusal(retryAfter: Int(wait.components.seconds) + 1, exceeded: exceeded)
    }
    if let wait = state.accounts.wait(of: owner.account, now) { return refusal(wait, .account(allowance.perAccount)) }
    if !owner.isKnown, let network = owner.network, let wait = state.networks.wait(of: network, now) {
      return refusal(wait, .network(allowance.perNetwork))
    }
    return nil
  }

  /// Gives back what a hash of an owner took of its allowance.
  func giveBack(_ owner: HashOwner?) { state.withLock { giveBack(owner, &$0) } }

  private func giveBack(_ owner: HashOwner?, _ state: inout State) {
    guard allowance != nil, let owner else { return }
    state.accounts.giveBack(owner.account)
    if let network = owner.network, !owner.isKnown { state.networks.giveBack(network) }
  }

  private func leave(after seconds: Double) {
    state.withLock { state in
      state.running -= 1
      state.statistics.hashes += 1
      state.statistics.seconds += seconds
      state.mean += (seconds - state.mean) / 8
    }
  }

  /// Ends the threads once they have nothing to do.
  func close() { threads.close() }

  private func next() -> WorkerThreads.Work? {
    state.withLock { state in
      let next = state.queue.next()
      if next != nil { state.running += 1 }
      return next?.run
    }
  }
}

/// An allowance of hashes that is used up, with the number of an hour.
package enum ExceededHashes: Hashable, Sendable {
  case account(Int)
  case network(Int)
}
