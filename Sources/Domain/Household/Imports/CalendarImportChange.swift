import GraphQL
import Planning
import Recurrence
import SQL

/// `importCalendar` (ME-07).
enum CalendarImportChange {
  private static let untitled = "Untitled"

  static var resolver: Resolver<Viewer> {
    .mutation(access: .parents) { input throws(MutationFailure) in
      let text = try input.text("text", characters: 0...ICalendarFile.maximumLength, lines: .many) ?? ""
      let members = try input.givenMembers() ?? []
      return { rows throws(MutationFailure) in
        try await rows.requireMembers(members, input)
        let home = try await rows.homeZone()
        var file: CalendarImport
        do throws(ICalendarProblem) {
          file = try CalendarImport(Array(text.utf8), zone: home)
        } catch {
          throw .invalid("Line \(error.line): \(error.message)", at: input.path(of: "text"))
        }
        let known = try await knownEvents(rows)
        var batch = Batch()
        for item in file.items {
          guard let former = known[item.uid] else {
            batch.add(item, try values(of: item, input), members)
            continue
          }
          if former.isBefore(item.sequence, item.lastModified) { batch.change(former, item, try values(of: item, input)) }
        }
        for (uid, event) in file.cancellations where known[uid]?.isBefore(event.sequence, event.lastModified) == true { file.refuse(event) }
        try await batch.write(rows)
        let (created, changed) = (batch.events.count, batch.changes.count)
        let problems = file.problems.map { ($0, UUIDValue.random()) }
        var keys: ChangedKeys = [:]
        keys[all: "problems"] = problems.map(\.1)
        return .changed(
          keys, finally: [ImportProblem.statement(json(problems))],
          values: [
            "createdCount": .integer(Int32(created)), "changedCount": .integer(Int32(changed)),
            "unchangedCount": .integer(Int32(file.items.count - created - changed)),
          ])
      }
    }.listing(atMost: CalendarImport.maximumProblems)
  }

  // MARK: Events

  private struct Known {
    let row: UUIDValue
    let event: UUIDValue
    let sequence: Int
    let modified: Int

    func isBefore(_ sequence: Int, _ lastModified: Int?) -> Bool { (self.sequence, modified) < (sequence, lastModified ?? 0) }
  }

  private static func knownEvents(_ rows: ScopedRows<Viewer>) async throws(MutationFailure) -> [String: Known] {
    let found = try await rows.found(
      ImportedEvent.self, columns: [.id, .eventID, .revision, .uid],
      computed: [{ "coalesce(extract(epoch FROM \($0["modified_at"])), 0)::int8::text" }]) { _ in "true" }
    var known: [String: Known] = [:]
    for row in 0..<found.count {
      guard let id = found.uuid(row: row, column: 0), let event = found.uuid(row: row, column: 1), let uid = found.text(row: row, column: 3)
      else { continue }
      known[uid] = Known(
        row: id, event: event, sequence: Int(found.int4(row: row, column: 2) ?? 0),
        modified: found.text(row: row, column: 4).flatMap { Int($0) } ?? 0)
    }
    return known
  }

  /// The rows of an import, which are written table by table.
  private struct Batch {
    typealias Row = (key: UUIDValue, values: [ColumnValue])

    /// How many rows are sent at once.
    private static let size = 500

    private(set) var events: [Row] = []
    private(set) var changes: [(known: Known, item: CalendarImport.Item, values: [ColumnValue])] = []
    private var members: [Row] = []
    private var occurrences: [Row] = []
    private var imported: [Row] = []

    mutating func add(_ item: CalendarImport.Item, _ values: [ColumnValue], _ members: [UUIDValue]) {
      let id = UUIDValue.timeOrdered()
      events.append((key: id, values: values))
      self.members += members.map { member -> Row in
        (key: .timeOrdered(), values: [EventMember.set(.eventID, .uuid(id)), EventMember.set(.memberID, .uuid(member))])
      }
      occurrences += CalendarImportChange.occurrences(of: item, id)
      let names = [ImportedEvent.set(.eventID, .uuid(id)), ImportedEvent.set(.uid, .text(item.uid))]
      imported.append((key: .timeOrdered(), values: names + CalendarImportChange.marks(of: item)))
    }

    mutating func change(_ known: Known, _ item: CalendarImport.Item, _ values: [ColumnValue]) {
      changes.append((known: known, item: item, values: values))
      occurrences += CalendarImportChange.occurrences(of: item, known.event)
    }

    func write(_ rows: ScopedRows<Viewer>) async throws(MutationFailure) {
      for change in changes {
        _ = try await rows.update(FamilyEvent.self, key: change.known.event, change.values)
        _ = try await rows.update(ImportedEvent.self, key: change.known.row, CalendarImportChange.marks(of: change.item))
      }
      if !changes.isEmpty { _ = try await rows.delete(SeriesOccurrence.self, where: .seriesID, isAmong: changes.map(\.known.event)) }
      try await Self.insert(FamilyEvent.self, events, rows)
      try await Self.insert(EventMember.self, members, rows)
      try await Self.insert(SeriesOccurrence.self, occurrences, rows)
      try await Self.insert(ImportedEvent.self, imported, rows)
    }

    private static func insert<Type: EntityType<Viewer>>(
      _ type: Type.Type, _ all: [Row], _ rows: ScopedRows<Viewer>
    ) async throws(MutationFailure) {
      for first in stride(from: 0, to: all.count, by: size) {
        try await rows.insert(type, Array(all[first..<min(first + size, all.count)]))
      }
    }
  }

  private static func marks(of item: CalendarImport.Item) -> [ColumnValue] {
    let modified: SQLValue = item.lastModified.map { .int8(Int64($0)) } ?? .null(.int8)
    return [
      ImportedEvent.set(.revision, .int4(Int32(clamping: item.sequence))),
      ImportedEvent.set(.modifiedAt, sql: "to_timestamp(\(bind: modified)::float8)"),
    ]
  }

  private static func values(of item: CalendarImport.Item, _ input: MutationInput) throws(MutationFailure) -> [ColumnValue] {
    let event = item.event
    var schedule = SeriesSchedule(zone: event.zone)
    (schedule.day, schedule.time, schedule.endDay, schedule.endTime) = (event.span.day, event.span.time, event.span.endDay, event.span.endTime)
    schedule.rule = event.recurrence?.rule
    return try schedule.values(of: .event, input) + [
      FamilyEvent.set(.title, .text(CalendarImport.line(event.title, 500) ?? untitled)),
      FamilyEvent.set(.text, text(CalendarImport.lines(event.text, 10_000))),
      FamilyEvent.set(.place, text(CalendarImport.line(event.place, 500))),
    ]
  }

  /// The days that are left out, and the occurrences that are changed.
  private static func occurrences(of item: CalendarImport.Item, _ id: UUIDValue) -> [(key: UUIDValue, values: [ColumnValue])] {
    let changedDays = Set(item.changes.compactMap(\.occurrence))
    func row(_ day: LocalDay, _ values: [ColumnValue]) -> (key: UUIDValue, values: [ColumnValue]) {
      let series = [
        SeriesOccurrence.set(.eventID, .uuid(id)), SeriesOccurrence.set(.seriesID, .uuid(id)), SeriesSchedule.value("day", day),
      ]
      return (key: .timeOrdered(), values: series + values)
    }
    func leftOut(_ day: LocalDay) -> (key: UUIDValue, values: [ColumnValue]) {
      row(day, [SeriesOccurrence.set(.isLeftOut, .bool(true)), SeriesOccurrence.set(.isChanged, .bool(false))])
    }
    var found = item.event.leftOut.filter { !changedDays.contains($0) }.map(leftOut)
    for change in item.changes {
      guard let day = change.occurrence else { continue }
      if change.isCancelled {
        found.append(leftOut(day))
        continue
      }
      // An occurrence is of the zone of its series.
      let title = CalendarImport.line(change.title, 500)
      let texts = [
        SeriesOccurrence.set(.isLeftOut, .bool(false)), SeriesOccurrence.set(.isChanged, .bool(true)),
        SeriesOccurrence.set(.title, text(title == CalendarImport.line(item.event.title, 500) ? nil : title)),
        SeriesOccurrence.set(.text, text(change.text == item.event.text ? nil : CalendarImport.lines(change.text, 10_000))),
        SeriesOccurrence.set(.place, text(change.place == item.event.place ? nil : CalendarImport.line(change.place, 500))),
      ]
      found.append(row(day, texts + times(of: change, in: item.event.zone)))
    }
    return found
  }

  private static func times(of change: ICalendarEvent, in zone: String) -> [ColumnValue] {
    var span = (day: change.span.day, time: change.span.time, endDay: change.span.endDay, endTime: change.span.endTime)
    if let time = span.time, let endTime = span.endTime, change.zone != zone,
      let from = ZoneFolder.system.clock(named: change.zone), let to = ZoneFolder.system.clock(named: zone)
    {
      let (start, end) = (to.local(at: from.moment(of: span.day, time)), to.local(at: from.moment(of: span.endDay, endTime)))
      span = (day: start.day, time: start.time, endDay: end.day, endTime: end.time)
    }
    return [
      SeriesSchedule.value("date", span.day), SeriesSchedule.value("time", span.time),
      SeriesSchedule.value("end_date", span.endDay), SeriesSchedule.value("end_time", span.endTime),
    ]
  }

  private static func text(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null(.text) }

  private static func json(_ problems: [(CalendarImport.Problem, UUIDValue)]) -> String {
    let items = problems.map { problem, id in
      JSONValue.object(
        [
          JSONValue.Member("id", .string("\(id)")), JSONValue.Member("line", .number("\(problem.line)")),
          JSONValue.Member("uid", problem.uid.map { .string($0.filter { $0 != "\0" }) } ?? .null),
          JSONValue.Member("message", .string(problem.message.filter { $0 != "\0" })),
        ])
    }
    var writer = JSONWriter()
    writer.writeValue(.array(items))
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
