@testable import Files
import Testing

@Suite("The queue of pictures") struct PictureQueueTests {
  private typealias Queue = PictureQueue<String, Int>

  private static func queue(workers: Int, maximumWaiting: Int = 100, _ works: [(String, Int)]) -> Queue {
    var queue = Queue(workers: workers, maximumWaiting: maximumWaiting)
    for (owner, work) in works { expect(&queue, work, owner, true) }
    return queue
  }

  /// Adds work, which is to be let in or not.
  private static func expect(_ queue: inout Queue, _ work: Int, _ owner: String, _ isLetIn: Bool) {
    let wasLetIn = queue.add(work, of: owner)
    #expect(wasLetIn == isLetIn, "\(work) of \(owner)")
  }

  @Test func `has owners take turns, and each in the order of its own`() {
    var queue = Self.queue(workers: 8, [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6)])
    var order: [Int] = []
    while let next = queue.next() { order.append(next.work) }
    #expect(order == [1, 4, 5, 2, 6, 3])
    #expect(queue.waiting == 0 && queue.running == 6)
  }

  @Test(arguments: [(1, 1), (2, 1), (3, 2), (8, 7)]) func `never gives one owner all workers, unless there is but one`(workers: Int, share: Int) {
    var queue = Self.queue(workers: workers, (0..<20).map { ("a", $0) })
    var running = 0
    while queue.next() != nil { running += 1 }
    #expect(running == share)
    // Another one comes: there is room for it, unless there is but one worker.
    Self.expect(&queue, 100, "b", true)
    let others = queue.next()?.work
    #expect(others == 100)
    queue.leave("a")
    let next = queue.next()?.work
    #expect(next == share)
    let none = queue.next()?.work
    #expect(none == nil)
  }

  @Test func `lets so many wait, and one owner half of them`() {
    var queue = Self.queue(workers: 2, maximumWaiting: 4, [("a", 1), ("a", 2)])
    Self.expect(&queue, 3, "a", false)
    Self.expect(&queue, 4, "b", true)
    Self.expect(&queue, 5, "c", true)
    Self.expect(&queue, 6, "d", false)
    let first = queue.next()?.owner
    #expect(first == "a")
    Self.expect(&queue, 6, "d", true)
    #expect(queue.waiting == 4 && queue.running == 1)
  }
}
