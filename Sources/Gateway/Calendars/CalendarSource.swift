/// Where calendars elsewhere are read.
package protocol CalendarSource: Sendable {
  /// - Parameter url: an address that `PublicURL` has taken.
  func calendar(at url: String) async -> FetchedCalendar
}

/// The result of reading a calendar.
package enum FetchedCalendar: Sendable {
  case text([UInt8])
  case failure(String)
}
