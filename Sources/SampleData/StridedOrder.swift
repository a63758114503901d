/// A permutation of `0..<count` that takes no memory: `start`, then every `stride`-th number, modulo `count`.
struct StridedOrder: Sendable {
  let count: Int
  private let start: Int
  private let stride: Int

  /// The order whose stride is the golden section of the count: neighbours are far from each other.
  init(count: Int) {
    self.init(count: count, start: 0, stride: count * 618 / 1000)
  }

  /// One of the orders of `0..<count`, drawn from the generator.
  init(count: Int, using generator: inout SplitMix64) {
    self.init(
      count: count, start: generator.draw(below: count), stride: generator.draw(below: count))
  }

  /// - Precondition: `count` is positive, and small enough for `count * 1000` to be an `Int`.
  private init(count: Int, start: Int, stride: Int) {
    precondition(count > 0, "a permutation of nothing")
    self.count = count
    self.start = start
    var stride = max(stride, 1)
    // Ends: 1 more than a multiple of the count has no divisor in common with it.
    while !Self.areCoprime(stride, count) { stride += 1 }
    self.stride = stride % count
  }

  /// The number at a position, which may go on beyond `count`: the order then starts again.
  subscript(position: Int) -> Int {
    (start + position % count * stride) % count
  }

  private static func areCoprime(_ left: Int, _ right: Int) -> Bool {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left == 1
  }
}
