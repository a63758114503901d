import Gateway
import Testing

@Suite struct BoundedCacheTests {
  @Test("Keeps what was inserted, and no more than its count")
  func count() {
    let cache = BoundedCache<Int, String>(maximumCount: 3)
    for key in 1...10 { cache.insert("\(key)", for: key) }
    #expect(cache.count == 3)
    #expect(cache.value(for: 10) == "10")
    #expect(cache.value(for: 1) == nil)
  }

  @Test("Keeps no more than its cost, and nothing that alone is dearer")
  func cost() {
    let cache = BoundedCache<Int, Int>(maximumCount: 100, maximumCost: 10)
    for key in 1...5 { cache.insert(key, for: key, cost: 4) }
    #expect(cache.count == 2)
    cache.insert(6, for: 6, cost: 11)
    #expect(cache.value(for: 6) == nil)
    #expect(cache.count == 2)
  }

  @Test("What is used stays")
  func secondChance() {
    let cache = BoundedCache<Int, Int>(maximumCount: 4)
    for key in 1...4 { cache.insert(key, for: key) }
    for key in 5...50 {
      #expect(cache.value(for: 2) == 2)
      cache.insert(key, for: key)
    }
    #expect(cache.count == 4)
  }

  @Test("Is whole after use from many tasks")
  func concurrency() async {
    let cache = BoundedCache<Int, Int>(maximumCount: 50)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<2000 {
            let key = (step * 7 + task) % 97
            if let value = cache.value(for: key) { #expect(value == key) } else { cache.insert(key, for: key) }
          }
        }
      }
    }
    #expect(cache.count == 50)
  }
}
