import Planning
import Recurrence
import SQL

/// The row of an occurrence of a series: it says that the occurrence is left out, changed or done.
struct StoredOccurrence {
  /// Nil for one that is as its series says, of which nothing is kept.
  private(set) var id: UUIDValue?
  var isLeftOut = false
  var isDone = false
  var title: String?
  var text: String?
  var place: String?
  var change = OccurrenceChange()

  var isChanged: Bool { title != nil || text != nil || place != nil || change != OccurrenceChange() }
  private var isException: Bool { isLeftOut || isChanged }

  /// Reads what is kept of a day; without a row it is as the series says.
  static func found(
    _ series: StoredSeries, _ day: LocalDay, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> StoredOccurrence {
    let texts = ["date", "time", "end_date", "end_time"]
    let found = try await rows.found(
      SeriesOccurrence.self, columns: [.id, .title, .text, .place],
      computed: [{ "\($0["is_left_out"])" }, { "(\($0["done_at"]) IS NOT NULL)" }]
        + texts.map { column in { row in "\(row[column])::text" } }
    ) { row in
      "\(row[.seriesID]) = \(bind: .uuid(series.id)) AND \(row[.day]) = \(bind: .literal(day.description, .date))"
    }
    var stored = StoredOccurrence()
    guard found.count == 1 else { return stored }
    func text(_ column: Int) -> String? { found.text(row: 0, column: column) }
    stored.id = found.uuid(row: 0, column: 0)
    (stored.title, stored.text, stored.place) = (text(1), text(2), text(3))
    stored.isLeftOut = found.withCell(row: 0, column: 4) { $0.first == 1 }
    stored.isDone = found.withCell(row: 0, column: 5) { $0.first == 1 }
    stored.change = OccurrenceChange(
      day: text(6).flatMap { LocalDay($0) }, time: text(7).flatMap { LocalTime($0) }, endDay: text(8).flatMap { LocalDay($0) },
      endTime: text(9).flatMap { LocalTime($0) })
    return stored
  }

  /// Keeps it, or forgets it where it is as the series says.
  /// - Parameter marks: the columns of a mark that is set or taken back.
  func keep(
    of series: StoredSeries, _ day: LocalDay, _ input: MutationInput, _ rows: ScopedRows<Viewer>, marks: [ColumnValue] = []
  ) async throws(MutationFailure) {
    if isException { try await checkCount(of: series, input, rows) }
    if let id, !isException, !isDone {
      _ = try await rows.delete(SeriesOccurrence.self, key: id)
      return
    }
    let values =
      [
        SeriesOccurrence.set(.isLeftOut, .bool(isLeftOut)), SeriesOccurrence.set(.isChanged, .bool(isChanged)),
        SeriesOccurrence.set(.title, Self.value(title)), SeriesOccurrence.set(.text, Self.value(text)),
        SeriesOccurrence.set(.place, Self.value(place)), SeriesSchedule.value("date", change.day),
        SeriesSchedule.value("time", change.time), SeriesSchedule.value("end_date", change.endDay),
        SeriesSchedule.value("end_time", change.endTime),
      ] + marks
    if let id {
      _ = try await rows.update(SeriesOccurrence.self, key: id, values)
    } else if isException || isDone {
      try await rows.insert(
        SeriesOccurrence.self, key: .timeOrdered(),
        values + [
          SeriesOccurrence.set(series.kind.column, .uuid(series.id)), SeriesOccurrence.set(.seriesID, .uuid(series.id)),
          SeriesSchedule.value("day", day),
        ])
    }
  }

  /// Refuses one more occurrence than a series may have that are left out or changed.
  private func checkCount(
    of series: StoredSeries, _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) {
    let others = try await rows.found(SeriesOccurrence.self, columns: [.id]) { row in
      let own: SQL = id.map { " AND \(row[.id]) <> \(bind: .uuid($0))" } ?? ""
      return "\(row[.seriesID]) = \(bind: .uuid(series.id)) AND (\(row[.isLeftOut]) OR \(row[.isChanged]))\(own)"
    }
    if others.count >= Series.maximumExceptions {
      throw .invalid(
        "A series has at most \(Series.maximumExceptions) occurrences that are changed or left out.", at: input.path(of: "occurrence"))
    }
  }

  private static func value(_ text: String?) -> SQLValue { text.map { .text($0) } ?? .null(.text) }
}
