import SQL
import Synchronization
import Testing

@testable import Gateway

@Suite struct UploadTurnsTests {
  private static func eventually(_ condition: () -> Bool) async throws {
    for _ in 0..<10_000 where !condition() { try await Task.sleep(for: .milliseconds(1)) }
    try #require(condition())
  }

  /// The turns that began, in order, and how often the first was displaced.
  private final class Events: Sendable {
    let order = Mutex<[Int]>([])
    let displaced = Mutex(0)
  }

  @Test("A newer turn displaces the older, and waits for its end")
  func order() async throws {
    let turns = UploadTurns()
    let id = UUIDValue.random()
    let first = await turns.begin(id)
    let events = Events()
    first.onDisplacement { events.displaced.withLock { $0 += 1 } }
    let second = Task {
      let turn = await turns.begin(id)
      events.order.withLock { $0.append(2) }
      // One that is displaced before it has begun is told at once.
      await withCheckedContinuation { continuation in turn.onDisplacement { continuation.resume() } }
      turns.end(turn)
    }
    try await Self.eventually { events.displaced.withLock { $0 } == 1 }
    let third = Task {
      let turn = await turns.begin(id)
      events.order.withLock { $0.append(3) }
      turns.end(turn)
    }
    events.order.withLock { $0.append(1) }
    turns.end(first)
    await second.value
    await third.value
    #expect(events.order.withLock { $0 } == [1, 2, 3])
    #expect(first.isDisplaced)
    #expect(turns.count == 0)
  }

  @Test("Turns of different uploads do not wait")
  func independence() async {
    let turns = UploadTurns()
    let (first, second) = (await turns.begin(.random()), await turns.begin(.random()))
    #expect(turns.count == 2)
    turns.end(first)
    turns.end(second)
    #expect(!first.isDisplaced && turns.count == 0)
  }
}
