/// A moment from which on a zone has an offset.
struct OffsetChange: Hashable {
  /// Seconds since 1970-01-01 00:00 UTC.
  var moment: Int
  /// Seconds east of Greenwich.
  var offset: Int
}
