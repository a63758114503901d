import Glibc
package import SQL

extension UUIDValue {
  /// Ids for new rows, each after the one before it.
  package static func timeOrdered(count: Int) -> [UUIDValue] {
    let first = timeOrdered().high >> 16
    var generator = SystemRandomNumberGenerator()
    // A counter in the 12 bits behind the time: RFC 9562, section 6.2, method 1.
    return (0..<UInt64(max(0, count))).map { number in
      UUIDValue(version7At: first + number >> 12, random: (number & 0xfff, generator.next()))
    }
  }

  /// An id for a new row: of version 7, so that rows that are made together stand together in indexes.
  package static func timeOrdered() -> UUIDValue {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var generator = SystemRandomNumberGenerator()
    return UUIDValue(
      version7At: UInt64(max(0, now.tv_sec)) * 1000 + UInt64(now.tv_nsec) / 1_000_000,
      random: (generator.next(), generator.next()))
  }
}
