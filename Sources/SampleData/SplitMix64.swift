/// Sebastiano Vigna's SplitMix64: 64 bits of state, one word a step, the same on every machine.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(state: UInt64) {
    self.state = state
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return Self.mix(state)
  }

  /// A bijection of 64-bit words: different words stay different.
  static func mix(_ word: UInt64) -> UInt64 {
    var word = word
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}

// The standard library may change how `Int.random(in:using:)` uses its generator from one release to the
// next, and a seed has to keep its meaning. Hence draws of our own; their bias (below 2⁻⁴⁰ for the bounds
// in use) does not matter to sample data.
extension SplitMix64 {
  /// A number in `0..<bound`; 0 if the bound is not positive.
  package mutating func draw(below bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(bound, 0))).high)
  }

  /// True once in `count` draws.
  package mutating func draw(oneIn count: Int) -> Bool {
    draw(below: count) == 0
  }

  /// One of the elements. The list is a constant of this module and not empty.
  package mutating func draw<Element>(from list: [Element]) -> Element {
    list[draw(below: list.count)]
  }
}
