import Foundation
import Postgres
import Testing

@testable import Gateway

/// New operations are prepared on threads of their own, one of a key at a time.
@Suite struct PreparationQueueTests {
  private static func key(_ number: UInt64) -> LoadKey { LoadKey(.family, high: 0, low: number) }

  private static func threadName() -> String {
    (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)) ?? ""
  }

  @Test func `Keys take turns, each in its own order, and none has two at a time`() {
    var turns = KeyTurns<String, Int>()
    let arrivals = [(1, "many"), (2, "many"), (3, "many"), (4, "one")]
    let areFirst = arrivals.map { turns.add($0.0, of: $0.1) }
    #expect(areFirst == [true, false, false, true])
    var order: [Int] = []
    var open: [String] = []
    // Two threads.
    while true {
      while open.count < 2, let turn = turns.next() {
        #expect(!open.contains(turn.key))
        open.append(turn.key)
        order.append(turn.work)
      }
      guard let ended = open.first else { break }
      open.removeFirst()
      let waits = turns.end(ended)
      #expect(waits == (ended == "many" && order.count < 4))
    }
    #expect(order == [1, 4, 2, 3])
    let isNew = turns.add(5, of: "many")
    #expect(isNew, "a key that waits for nothing is forgotten")
  }

  @Test func `Work is done on another thread, and gives its result to whoever waits`() async {
    let queue = PreparationQueue()
    let results = await withTaskGroup { group in
      for number in 1...40 {
        group.addTask {
          await queue.run(for: Self.key(UInt64(number % 3))) { (number, Self.threadName()) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.map(\.0).sorted() == Array(1...40))
    let threads = Set(results.map(\.1))
    #expect(threads.allSatisfy { $0.hasPrefix("documents-") }, "\(threads)")
  }
}
