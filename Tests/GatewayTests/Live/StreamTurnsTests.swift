import SQL
import Synchronization
import Testing

@testable import Gateway

/// Streams that a change wakes take turns to read again.
@Suite struct StreamTurnsTests {
  private static let accounts = (1...200).map { UUIDValue(high: 0, low: $0) }

  /// The accounts whose turns go on, and the greatest number of them at a time.
  private final class Observed: Sendable {
    private let state = Mutex((running: Set<UUIDValue>(), most: 0, shared: 0, ended: 0))

    func begin(_ account: UUIDValue) {
      state.withLock { state in
        if !state.running.insert(account).inserted { state.shared += 1 }
        state.most = max(state.most, state.running.count)
      }
    }

    func end(_ account: UUIDValue) {
      state.withLock { state in
        state.running.remove(account)
        state.ended += 1
      }
    }

    /// How many accounts had turns at a time at most, how often one had two, and how many turns have ended.
    var values: (most: Int, shared: Int, ended: Int) { state.withLock { ($0.most, $0.shared, $0.ended) } }
  }

  @Test("As many streams read at a time as the limit says, and one of each account")
  func limitsReads() async {
    let (turns, observed) = (StreamTurns(limit: 6), Observed())
    await withTaskGroup { group in
      for account in Self.accounts + Self.accounts.prefix(20) {
        group.addTask {
          await turns.run(account) {
            observed.begin(account)
            await Task.yield()
            observed.end(account)
          }
        }
      }
    }
    let (most, shared, ended) = observed.values
    #expect(most <= 6)
    #expect(shared == 0)
    #expect(ended == 220)
  }

  @Test("Two accounts whose reads do not end hold up neither the others nor each other's second stream for ever")
  func leavesTurnsToOthers() async {
    let turns = StreamTurns(limit: 1)
    let (slow, others) = (Self.accounts.prefix(2), Self.accounts.dropFirst(2))
    for account in slow { await turns.begin(account) }
    let second = slow.map { account in Task { await turns.begin(account) } }
    for account in others {
      await turns.begin(account)
      turns.end(account)
    }
    for account in slow { turns.end(account) }
    for task in second { await task.value }
    for account in slow { turns.end(account) }
  }
}
