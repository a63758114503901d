import Planning
import SQL

/// An occurrence that differs from its series: it is left out, changed or done. No object of the schema shows it as it
/// is.
enum SeriesOccurrence: EntityType {
  enum Column: String, ColumnName {
    case id, day, title, text, place, date, time
    case eventID = "event_id"
    case taskID = "task_id"
    case seriesID = "series_id"
    case isLeftOut = "is_left_out"
    case isChanged = "is_changed"
    case endDate = "end_date"
    case endTime = "end_time"
    case doneAt = "done_at"
    case doneByID = "done_by_id"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("occurrences_event", "the event is locked by the same transaction"),
    .unreachable("occurrences_task", "the task is locked by the same transaction"),
    .unreachable("occurrences_once", "a change of an occurrence that has a row changes that"),
    .unreachable("occurrences_series", "OccurrenceChanges writes the ids of the series"),
    .unreachable("occurrences_title", "the input has the same bounds"),
    .unreachable("occurrences_text", "the input has the same bounds"),
    .unreachable("occurrences_place", "the input has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "SeriesOccurrence", table: "occurrences", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 100_000, bytes: 16 << 20))
}
