/// The clock of a time zone: which moment a local time is, and which local time a moment is.
///
/// Moments are seconds since 1970-01-01 00:00 UTC. A local time that does not exist takes the offset before the gap;
/// one that comes twice is the first.
///
///     2026-03-08 02:30 in New York    07:30Z, which is 03:30 there
///     2026-11-01 01:30 in New York    05:30Z
package final class ZoneClock: Sendable {
  package static let utc = ZoneClock(initialOffset: 0, changes: [])

  /// The moments at which the offset changes, in order.
  let changes: [Int]
  /// The offset before the first change, and after each one, in seconds east of Greenwich.
  let offsets: [Int]
  /// The local time of each change from which on the offset after it holds.
  private let localChanges: [Int]

  init(initialOffset: Int, changes: [OffsetChange]) {
    self.changes = changes.map(\.moment)
    offsets = [initialOffset] + changes.map(\.offset)
    // At a gap the later of both local times, so that the times in it take the offset before; at an overlap as well, so
    // that what comes twice is the first.
    localChanges = zip(changes, offsets).map { $0.moment + max($0.offset, $1) }
  }

  /// Seconds east of Greenwich.
  package func offset(at moment: Int) -> Int {
    let moment = Self.represented(moment)
    return offsets[Self.count(of: changes, through: moment)]
  }

  package func moment(of local: LocalDateTime) -> Int {
    let seconds = Self.represented(local.seconds)
    return local.seconds - offsets[Self.count(of: localChanges, through: seconds)]
  }

  package func moment(of day: LocalDay, _ time: LocalTime) -> Int { moment(of: LocalDateTime(day, time)) }

  package func local(at moment: Int) -> LocalDateTime { LocalDateTime(seconds: moment + offset(at: moment)) }

  package func day(at moment: Int) -> LocalDay { local(at: moment).day }

  /// The changes of the offset within a range of moments: the moment, and the offsets before and after.
  func changes(in range: ClosedRange<Int>) -> [(moment: Int, before: Int, after: Int)] {
    let first = Self.count(of: changes, through: range.lowerBound - 1)
    let end = max(Self.count(of: changes, through: range.upperBound), first)
    return (first..<end).map { (changes[$0], offsets[$0], offsets[$0 + 1]) }
  }

  /// The last moment, about, of the years that changes are listed for. Years repeat after 400: later moments have the
  /// offset of an earlier one.
  private static let listed = (ZoneFile.lastListedYear - 1970) * 31_556_952
  private static let cycle = 146_097 * 86_400

  private static func represented(_ moment: Int) -> Int {
    moment <= listed ? moment : moment - ((moment - listed) / cycle + 1) * cycle
  }

  /// The number of elements, which are in order, that are at most `bound`.
  private static func count(of elements: [Int], through bound: Int) -> Int {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if elements[middle] <= bound { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
