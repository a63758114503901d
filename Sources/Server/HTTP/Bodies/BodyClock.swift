/// Whether the bytes of a body come fast enough: over each time that is made of so many ticks, some number of them.
///
/// A tick in which the server was the slow one counts as good. So a client that sends nothing is known after between
/// one and seven sixths of that time.
struct BodyClock {
  /// The ticks of the time.
  static let ticks = 6

  /// The bytes that come in that time at least.
  private let least: Int
  /// The bytes of the last ticks, the current one last.
  private var counts = [0]
  private var isHeld = false

  init(least: Int) { self.least = least }

  /// - Parameter isHeld: whether the server reads no more for now.
  mutating func count(_ bytes: Int, isHeld: Bool) {
    counts[counts.count - 1] += bytes
    if isHeld { self.isHeld = true }
  }

  /// A tick is over.
  /// - Parameter isHeld: whether the server reads no more for now.
  /// - Returns: false when too few bytes came over the last ticks.
  mutating func tick(isHeld: Bool) -> Bool {
    if self.isHeld || isHeld { counts[counts.count - 1] = least }
    self.isHeld = isHeld
    guard counts.count >= Self.ticks else {
      counts.append(0)
      return true
    }
    let isFast = counts.contains { $0 >= least } || counts.reduce(0, +) >= least
    counts.removeFirst()
    counts.append(0)
    return isFast
  }
}
