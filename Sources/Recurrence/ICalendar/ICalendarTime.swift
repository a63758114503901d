/// A DATE or DATE-TIME of iCalendar (RFC 5545, sections 3.3.4 and 3.3.5).
package enum ICalendarTime: Hashable, Sendable {
  case day(LocalDay)
  /// In whatever zone the reader is.
  case floating(LocalDateTime)
  /// In the zone that `TZID` names.
  case local(LocalDateTime, zone: String)
  /// Seconds since 1970-01-01 00:00 UTC.
  case moment(Int)

  /// Nil if the value is none of them. `VALUE=DATE` is not required before a day: many programs leave it out.
  init?(_ value: some StringProtocol, zone: String?) {
    if let day = LocalDay(basic: value) {
      self = .day(day)
    } else if value.hasSuffix("Z") || value.hasSuffix("z") {
      guard let universal = LocalDateTime(basic: value.dropLast()) else { return nil }
      self = .moment(universal.seconds)
    } else {
      guard let local = LocalDateTime(basic: value) else { return nil }
      self = if let zone { .local(local, zone: zone) } else { .floating(local) }
    }
  }
}
