import SQL
import Testing

@testable import Planning

/// Ids may be chosen by clients: none of them can fill a table with keys that stand in each other's way.
struct KeyHashTests {
  @Test func `Keys with something in common are spread`() {
    let keys: [(UInt64) -> UUIDValue] = [
      { UUIDValue(high: $0, low: $0) }, { UUIDValue(high: $0, low: ~$0) }, { UUIDValue(high: 7, low: $0) },
      { UUIDValue(high: $0, low: 7) }, { UUIDValue(high: $0 << 32, low: 0) }, { UUIDValue(high: 0, low: $0 << 40) },
    ]
    for (kind, key) in keys.enumerated() {
      var counts: [UInt64: Int] = [:]
      for number in 1...4096 { counts[KeyHash.hash(of: key(UInt64(number))) % 8192, default: 0] += 1 }
      #expect(counts.count > 2500, "\(kind)")
      #expect(counts.values.max() ?? 0 < 12, "\(kind)")
    }
  }
}
