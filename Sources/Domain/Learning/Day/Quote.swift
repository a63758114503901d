import Planning
import SQL

/// `Quote` (REQ-STU-010, 011).
enum Quote: WritableType {
  static let entity = Entity<Viewer>(
    "Quote", table: "quotes", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 1_000, bytes: 2 << 20),
    order: [.ascending("created_at")],
    stored: [.family: ["id", "text", "author", "createdAt", "updatedAt", "version"]])
}

extension Resolver where Viewer == Domain.Viewer {
  /// The quote of a day. The quotes that the family had when the day began take turns, so a quote that is added during
  /// the day has its first turn later. Before that, the family's first quote stands for every day.
  ///
  ///     (SELECT coalesce(
  ///       (SELECT turn.id FROM quotes turn WHERE turn.family_id = $1 AND turn.created_at < $2::timestamp AT TIME ZONE …
  ///        ORDER BY turn.id OFFSET (SELECT abs($2 - date '2000-01-01') % nullif(count(*), 0) FROM quotes turn …) LIMIT 1),
  ///       (SELECT turn.id FROM quotes turn WHERE turn.family_id = $1 ORDER BY turn.created_at, turn.id LIMIT 1)))
  static var dailyQuote: Resolver {
    .lookup(access: .signedIn) { arguments, viewer in
      let timeZone = FamilyCalendar.timeZone(viewer)
      let day = FamilyCalendar.day("on", of: arguments, in: timeZone)
      let ofFamily: SQL = "FROM quotes turn WHERE turn.family_id = \(viewer(.familyID))"
      let atDayBreak: SQL = "\(ofFamily) AND turn.created_at < \(day)::timestamp AT TIME ZONE \(timeZone)"
      return """
        (SELECT coalesce(\
        (SELECT turn.id \(atDayBreak) ORDER BY turn.id \
        OFFSET (SELECT abs(\(day) - date '2000-01-01') % nullif(count(*), 0) \(atDayBreak)) LIMIT 1), \
        (SELECT turn.id \(ofFamily) ORDER BY turn.created_at, turn.id LIMIT 1)))
        """
    }
  }
}
