import Testing

/// Two texts of 300 kB that are canonically equivalent: the same marks in another order. To compare, hash or
/// order one of them as `String` does takes quadratic time, that is minutes.
enum CombiningMarks {
  static let text = String(repeating: "\u{301}\u{316}", count: 75_000)
  static let reordered = String(repeating: "\u{316}\u{301}", count: 75_000)
}

/// Runs what must take linear time.
func measured<Result>(
  _ body: () throws -> Result, sourceLocation: SourceLocation = #_sourceLocation
) rethrows -> Result {
  let start = ContinuousClock.now
  let result = try body()
  let time = ContinuousClock.now - start
  #expect(time < .seconds(10), sourceLocation: sourceLocation)
  return result
}
