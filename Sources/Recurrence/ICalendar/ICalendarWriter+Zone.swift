extension ICalendarWriter {
  /// Writes a `VTIMEZONE` with the changes of the offset between two days, each by itself: rules for them would be
  /// shorter, and wrong in the years for which a zone has no rule.
  package mutating func timeZone(_ name: String, _ clock: ZoneClock, _ days: ClosedRange<LocalDay>) {
    let start = clock.moment(of: days.lowerBound, .midnight)
    let offset = clock.offset(at: start)
    // Every zone needs one part; the first one holds until the first change.
    var parts = [(moment: start, before: offset, after: offset)]
    parts += clock.changes(in: start + 1...max(start + 1, clock.moment(of: days.upperBound, .endOfDay)))
    component("VTIMEZONE") { writer in
      writer.write("TZID", text: name)
      for part in parts {
        writer.component(part.after > part.before ? "DAYLIGHT" : "STANDARD") { writer in
          writer.write("DTSTART", value: LocalDateTime(seconds: part.moment + part.before).basicText)
          writer.write("TZOFFSETFROM", value: Self.text(offset: part.before))
          writer.write("TZOFFSETTO", value: Self.text(offset: part.after))
        }
      }
    }
  }

  /// `+0100`; with seconds, which old local times have, `-001736`.
  private static func text(offset: Int) -> String {
    let seconds = Int(offset.magnitude)
    let text = Digits.text(seconds / 3600, 2) + Digits.text(seconds / 60 % 60, 2)
    return (offset < 0 ? "-" : "+") + text + (seconds % 60 == 0 ? "" : Digits.text(seconds % 60, 2))
  }
}
