import Postgres
import Synchronization
import Testing

@testable import Gateway

/// One operation of a key is prepared at a time.
@Suite struct PreparationTurnTests {
  private final class Record: Sendable {
    let order = Mutex<[String]>([])
    func note(_ text: String) { order.withLock { $0.append(text) } }
    var all: [String] { order.withLock { $0 } }
  }

  private static func key(_ number: UInt64) -> LoadKey { LoadKey(.family, high: 0, low: number) }

  @Test func `Requests of a key take turns, in order, and others do not wait for them`() async {
    let turns = PreparationTurns()
    let record = Record()
    let first = await turns.begin(Self.key(1))
    let waiting = (1...3).map { number in
      Task {
        // In this order.
        try? await Task.sleep(for: .milliseconds(50 * number))
        let turn = await turns.begin(Self.key(1))
        record.note("\(number)")
        turn.end()
        // Once more changes nothing.
        turn.end()
      }
    }
    let other = await turns.begin(Self.key(2))
    record.note("other")
    other.end()
    try? await Task.sleep(for: .milliseconds(300))
    #expect(record.all == ["other"])
    first.end()
    for task in waiting { await task.value }
    #expect(record.all == ["other", "1", "2", "3"])
  }

  @Test func `A turn that nobody has any more is over`() async {
    let turns = PreparationTurns()
    func fail() async { _ = await turns.begin(Self.key(1)) }
    for _ in 1...3 { await fail() }
    await turns.begin(Self.key(1)).end()
  }
}
