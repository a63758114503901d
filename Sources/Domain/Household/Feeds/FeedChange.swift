import GraphQL

/// The last change of the row that gives the calendar an entry, which is no event and no task of the family.
struct FeedChange {
  /// The object of an entry: ids are unique among objects of one kind.
  struct Source: Hashable {
    let kind: String
    let id: String
  }

  let source: Source
  /// The SEQUENCE of the entry, which only rises.
  let sequence: Int
  /// Seconds since 1970-01-01 00:00 UTC.
  let moment: Int

  /// Reads an object of `series_of_feed()`.
  init?(_ row: JSONValue) {
    guard let kind = row["kind"]?.feedText, FeedCalendar.otherKinds.contains(kind), let id = row["id"]?.feedText,
      let moment = row["changed"]?.feedNumber
    else { return nil }
    source = Source(kind: kind, id: id)
    sequence = max(row["revision"]?.feedNumber ?? 0, 0)
    self.moment = moment
  }
}
