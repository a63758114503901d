import GraphQL
import Recurrence
package import SQL
import SessionTokens

/// The occurrences of a calendar elsewhere, as `store_subscription()` takes them.
package struct SubscribedCalendar: Sendable {
  /// In bytes.
  package static let maximumLength = 2 << 20
  private static let daysBack = 400
  private static let daysAhead = 800
  private static let maximumCount = 10_000
  /// The bytes of the texts of all occurrences.
  private static let maximumText = 8 << 20

  /// The reason why a text is no calendar.
  package struct Problem: Error, Sendable {
    package let message: String
  }

  /// A JSON array of objects with the columns of `external_events`.
  package let occurrences: String
  /// The digest of the text and the day.
  package let digest: [UInt8]

  /// The digest that a text has today.
  package static func digest(_ text: [UInt8], today: String) -> [UInt8] { SHA256.hash(text + Array(today.utf8)).bytes }

  /// - Parameters:
  ///   - zone: of times without one.
  ///   - today: `2026-09-07`.
  package init(_ text: [UInt8], subscription: UUIDValue, zone: String, today: String) throws(Problem) {
    guard let day = LocalDay(today), let clock = ZoneFolder.system.clock(named: zone) else { throw Problem(message: "There is no day.") }
    digest = Self.digest(text, today: today)
    let file: CalendarImport
    do throws(ICalendarProblem) {
      file = try CalendarImport(text, zone: zone, maximumLength: Self.maximumLength)
    } catch {
      throw Problem(message: "Line \(error.line): \(error.message)")
    }
    let window = CalendarWindow(from: day.adding(days: -Self.daysBack), days: Self.daysBack + Self.daysAhead, clock: clock)
    var (rows, length): ([JSONValue], Int) = ([], 0)
    for item in file.items {
      let more = item.rows(in: window, of: subscription)
      rows += more.rows
      length += more.length
      if rows.count > Self.maximumCount { throw Problem(message: "The calendar has more than \(Self.maximumCount) occurrences.") }
      // A few texts of a small file would be as many copies as there are days.
      if length > Self.maximumText { throw Problem(message: "The texts of the calendar's occurrences have more than \(Self.maximumText) bytes.") }
    }
    var writer = JSONWriter()
    writer.writeValue(.array(rows))
    occurrences = String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension CalendarImport.Item {
  /// The texts of an event, which its occurrences share.
  private struct Texts {
    let members: [JSONValue.Member]
    /// In bytes.
    let length: Int

    init(_ event: ICalendarEvent) {
      let title = CalendarImport.line(event.title, 500) ?? "Untitled"
      let text = CalendarImport.lines(event.text, 10_000)
      let place = CalendarImport.line(event.place, 500)
      length = title.utf8.count + (text?.utf8.count ?? 0) + (place?.utf8.count ?? 0)
      members = [
        .init("title", .string(title)), .init("text", text.map { .string($0) } ?? .null), .init("place", place.map { .string($0) } ?? .null),
      ]
    }
  }

  /// The occurrences that have a part in a window, and the bytes of their texts.
  fileprivate func rows(in window: CalendarWindow, of subscription: UUIDValue) -> (rows: [JSONValue], length: Int) {
    let changes = Dictionary(changes.compactMap { change in change.occurrence.map { ($0, change) } }) { $1 }
    let gone = event.leftOut + changes.values.filter(\.isCancelled).compactMap(\.occurrence)
    let exceptions = Set(gone).union(changes.keys).map { OccurrenceException($0, .leftOut) }
    guard let clock = ZoneFolder.system.clock(named: event.zone) else { return ([], 0) }
    let series = Series(event.span, event.recurrence, clock: clock, exceptions: exceptions)
    let texts = Texts(event)
    let usual = series.occurrences(in: window).map { row(texts, $0.day, $0.time, subscription) }
    var length = usual.count * texts.length
    let changed = changes.values.filter { !$0.isCancelled }.compactMap { change -> JSONValue? in
      guard let clock = ZoneFolder.system.clock(named: change.zone), let day = change.occurrence else { return nil }
      let single = Series(change.span, nil, clock: clock)
      guard let moved = single.occurrences(in: window).first else { return nil }
      let texts = Texts(change)
      length += texts.length
      return row(texts, day, moved.time, subscription)
    }
    return (usual + changed, length)
  }

  private func row(_ texts: Texts, _ day: LocalDay, _ time: OccurrenceTime, _ subscription: UUIDValue) -> JSONValue {
    var members = [JSONValue.Member("id", .string(Self.id(subscription, uid, day).description))] + texts.members
    switch time {
    case .days(let first, let last):
      members.append(JSONValue.Member("first_day", .string("\(first)")))
      members.append(JSONValue.Member("last_day", .string("\(max(first, last))")))
    case .moments(let start, let end):
      members.append(JSONValue.Member("starts_at", .string(FeedTime.text(start))))
      members.append(JSONValue.Member("ends_at", .string(FeedTime.text(end))))
    }
    return .object(members)
  }

  /// The same for the same occurrence, as long as its calendar has it.
  private static func id(_ subscription: UUIDValue, _ uid: String, _ day: LocalDay) -> UUIDValue {
    var bytes = Array(SHA256.hash(subscription.bytes + Array("\(uid) \(day)".utf8)).bytes.prefix(16))
    // Version 8 of RFC 9562.
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    return bytes.withUnsafeBufferPointer { UUIDValue(bytes: $0) } ?? subscription
  }
}
