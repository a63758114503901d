/// The pairs compared already, and how strictly: fields that exclude each other are compared by type
/// only, so a comparison of fields that do not covers both.
struct ComparedPairs<First: Hashable, Second: Hashable> {
  private struct Pair: Hashable {
    var first: First
    var second: Second
  }

  private var areExclusive: [Pair: Bool] = [:]

  /// - Returns: Whether this comparison is still to be made.
  mutating func insert(_ first: First, _ second: Second, areExclusive exclusive: Bool) -> Bool {
    let pair = Pair(first: first, second: second)
    if let known = areExclusive[pair], !known || exclusive { return false }
    areExclusive[pair] = exclusive
    return true
  }
}
