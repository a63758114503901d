import GraphQL
import Planning
import Recurrence
import SQL
import SessionTokens

/// The events of a file of iCalendar, each with the occurrences that stand in place of its own.
struct CalendarImport {
  /// An event, or a series.
  struct Item {
    let uid: String
    let event: ICalendarEvent
    var changes: [ICalendarEvent] = []

    /// The highest SEQUENCE of its components.
    var sequence: Int { changes.map(\.sequence).reduce(event.sequence, max) }
    /// The latest LAST-MODIFIED of its components; nil where none has one.
    var lastModified: Int? { (changes + [event]).compactMap(\.lastModified).max() }
  }

  struct Problem {
    let line: Int
    let uid: String?
    let message: String
  }

  /// Further ones are not listed.
  static let maximumProblems = 500

  private(set) var items: [Item] = []
  /// The events that the file cancels as a whole, by UID or hash.
  private(set) var cancellations: [String: ICalendarEvent] = [:]
  private(set) var problems: [Problem] = []

  /// - Parameter zone: of times without one.
  /// - Throws: `ICalendarProblem` for a text that is no file of iCalendar, or whose rules together take too much work.
  init(_ text: [UInt8], zone: String, maximumLength: Int = ICalendarFile.maximumLength) throws(ICalendarProblem) {
    let file = try ICalendarFile(text, maximumLength: maximumLength)
    problems = file.problems.map { Problem(line: $0.line, uid: nil, message: $0.message) }
    guard file.components.contains(where: { $0.name == "VCALENDAR" }) else {
      throw ICalendarProblem(line: 1, message: "The file has no VCALENDAR.")
    }
    var places: [String: Int] = [:]
    var changes: [ICalendarEvent] = []
    var steps = Recurrence.maximumSteps
    for component in file.components where component.name == "VCALENDAR" {
      for part in component.components where part.name == "VEVENT" {
        do throws(ICalendarProblem) {
          let event = try ICalendarEvent(part, defaultZone: zone, steps: &steps)
          if event.occurrence != nil {
            changes.append(event)
            continue
          }
          let uid = Self.name(of: event) ?? Self.hash(event)
          if event.isCancelled {
            if cancellations[uid].map({ Self.isLater(event, $0) }) ?? true { cancellations[uid] = event }
            continue
          }
          if let place = places[uid] {
            // The later one counts.
            if Self.isLater(event, items[place].event) { items[place] = Item(uid: uid, event: event) }
          } else {
            places[uid] = items.count
            items.append(Item(uid: uid, event: event))
          }
        } catch {
          // Each rule is cheap, and a file has many.
          guard steps > 0 else {
            throw ICalendarProblem(line: error.line, message: "The RRULE and EXDATE of the file take more than \(Recurrence.maximumSteps) steps.")
          }
          problems.append(Problem(line: error.line, uid: part["UID"].map { Self.cut($0.content.text, 1000) }, message: error.message))
        }
      }
    }
    for change in changes { add(change, places) }
    // The later one counts.
    for (uid, event) in cancellations {
      if let place = places[uid], !Self.isLater(event, items[place].event) { cancellations[uid] = nil }
    }
    sortProblems()
  }

  /// Adds a problem for an event that the file cancels, and that stays.
  mutating func refuse(_ cancellation: ICalendarEvent) {
    let message = "The event is cancelled and stays: an import deletes no event."
    problems.append(Problem(line: cancellation.line, uid: Self.name(of: cancellation), message: message))
    sortProblems()
  }

  private mutating func sortProblems() {
    problems.sort { $0.line < $1.line }
    problems = Array(problems.prefix(Self.maximumProblems))
  }

  /// The UID of an event; nil without one.
  private static func name(of event: ICalendarEvent) -> String? { event.uid.flatMap { $0.isEmpty ? nil : cut($0, 1000) } }

  /// Adds an event that stands in place of an occurrence.
  private mutating func add(_ change: ICalendarEvent, _ places: [String: Int]) {
    let uid = change.uid.map { Self.cut($0, 1000) }
    guard let uid, let place = places[uid] else {
      problems.append(Problem(line: change.line, uid: uid, message: "There is no event whose occurrence this changes."))
      return
    }
    guard let day = change.occurrence, items[place].event.recurrence?.contains(day) == true else {
      problems.append(Problem(line: change.line, uid: uid, message: "The series has no occurrence of the day in RECURRENCE-ID."))
      return
    }
    if let known = items[place].changes.firstIndex(where: { $0.occurrence == day }) {
      if Self.isLater(change, items[place].changes[known]) { items[place].changes[known] = change }
    } else if items[place].changes.count + items[place].event.leftOut.count < Series.maximumExceptions {
      items[place].changes.append(change)
    } else {
      problems.append(
        Problem(line: change.line, uid: uid, message: "The series has more than \(Series.maximumExceptions) exceptions."))
    }
  }

  private static func isLater(_ one: ICalendarEvent, _ other: ICalendarEvent) -> Bool {
    (one.sequence, one.lastModified ?? 0) > (other.sequence, other.lastModified ?? 0)
  }

  /// A name for an event without a UID: the same for the same event.
  private static func hash(_ event: ICalendarEvent) -> String {
    let rule = event.recurrence?.rule.text(until: .day) ?? ""
    let time = [event.span.day.description, event.span.time?.description, event.span.endDay.description, event.span.endTime?.description]
    let parts = [event.title, event.text, event.place, event.zone, rule] + time
    return "sha256:" + SHA256.hash(Array(parts.map { $0 ?? "" }.joined(separator: "\u{0}").utf8)).hexadecimal
  }

  /// The first scalars of a text.
  static func cut(_ text: String, _ most: Int) -> String { String(String.UnicodeScalarView(text.unicodeScalars.prefix(most))) }

  /// A title or a place: one line, without control characters.
  static func line(_ text: String?, _ most: Int) -> String? {
    guard let text else { return nil }
    let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
    let cleaned = TextLines.name.cleaned(cut(String(String.UnicodeScalarView(scalars)), most))
    return cleaned.isEmpty || TextLines.isBlank(cleaned) ? nil : cleaned
  }

  /// Notes: line ends and tabs are kept.
  static func lines(_ text: String?, _ most: Int) -> String? {
    guard let text, !TextLines.isBlank(text) else { return nil }
    let kept = text.unicodeScalars.filter { $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t" }
    return cut(String(String.UnicodeScalarView(kept)), most)
  }
}
