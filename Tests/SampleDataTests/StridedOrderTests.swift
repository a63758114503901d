import Testing

@testable import SampleData

struct StridedOrderTests {
  @Test("Every number comes exactly once", arguments: Array(1...40) + [59, 100, 2000, 10_007])
  func permutation(count: Int) {
    let order = StridedOrder(count: count)
    #expect((0..<count).map { order[$0] }.sorted() == Array(0..<count))
  }

  @Test("So it does in a drawn order", arguments: 0..<20 as Range<UInt64>)
  func drawnPermutation(seed: UInt64) {
    var generator = SplitMix64(state: seed)
    let order = StridedOrder(count: 60, using: &generator)
    #expect((0..<60).map { order[$0] }.sorted() == Array(0..<60))
  }

  @Test("Neighbours differ, also where the order starts again", arguments: [2, 3, 4, 6, 10, 97])
  func neighbours(count: Int) {
    let order = StridedOrder(count: count)
    for position in 0..<2 * count {
      #expect(order[position] != order[position + 1])
    }
  }
}
