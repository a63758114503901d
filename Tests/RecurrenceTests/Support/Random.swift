/// Sebastiano Vigna's SplitMix64: the same draws for the same seed, on every machine and release.
struct Random {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  /// A number in `0..<bound`; 0 if the bound is not positive.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(bound, 0))).high)
  }

  mutating func between(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  /// True once in `count` draws; never if that is 0.
  mutating func once(in count: Int) -> Bool { count > 0 && below(count) == 0 }

  /// One of the elements, of which there is at least one.
  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
