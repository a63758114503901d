/// A `VEVENT`, with its times in the zone of its start.
package struct ICalendarEvent: Hashable, Sendable {
  /// The line of its beginning.
  package let line: Int
  package let uid: String?
  /// 0 if it has none.
  package let sequence: Int
  /// Seconds since 1970-01-01 00:00 UTC.
  package let lastModified: Int?
  package let isCancelled: Bool
  package let title: String?
  package let text: String?
  package let place: String?
  /// The IANA name of the zone of the start. For a start without one, and for events that are all day, that of the
  /// reader.
  package let zone: String
  package let span: LocalSpan
  package let recurrence: Recurrence?
  /// The days of the rule that are left out, in order.
  package let leftOut: [LocalDay]
  /// The day of the occurrence that this event stands in place of (`RECURRENCE-ID`).
  package let occurrence: LocalDay?

  /// - Parameters:
  ///   - defaultZone: that of the reader.
  ///   - steps: those that the rules of the file may still take: see ``Recurrence/maximumSteps``.
  package init(
    _ component: ICalendarComponent, defaultZone: String, zones: ZoneFolder = .system, steps: inout Int
  ) throws(ICalendarProblem) {
    let reader = try ICalendarEventReader(component, defaultZone, zones)
    line = component.line
    uid = component["UID"].map(\.content.text)
    // RFC 5545, section 3.3.8: at most 2,147,483,647.
    sequence = component["SEQUENCE"].flatMap { Int($0.content.value) }.map { Int(Int32(clamping: max(0, $0))) } ?? 0
    lastModified = component["LAST-MODIFIED"].flatMap { property in
      if case .moment(let moment) = ICalendarTime(property.content.value, zone: nil) { moment } else { nil }
    }
    isCancelled = component["STATUS"]?.content.value.uppercased() == "CANCELLED"
    title = component["SUMMARY"]?.content.text
    text = component["DESCRIPTION"]?.content.text
    place = component["LOCATION"]?.content.text
    span = try reader.span()
    recurrence = try reader.recurrence(span, steps: &steps)
    leftOut = try reader.leftOut(recurrence, steps: &steps)
    occurrence = try reader.occurrence()
    zone = reader.zone
  }
}
