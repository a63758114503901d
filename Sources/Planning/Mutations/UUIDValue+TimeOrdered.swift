import Glibc
package import SQL

extension UUIDValue {
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
