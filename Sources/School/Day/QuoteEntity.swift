import Planning
import SQL

extension Entity where Viewer == School.Viewer {
  /// `Quote` (REQ-STU-010, 011).
  static var quote: Entity {
    Entity(
      "Quote", table: "quotes", scope: .family, visibility: .wholeScope, extent: .small,
      quota: Quota(rows: 1_000, bytes: 2 << 20),
      order: [.ascending("created_at")],
      resolvers: [
        "id": .column("id", .uuid, access: .family),
        "text": .column("text", .text, access: .family),
        "author": .column("author", .text, access: .family),
        "createdAt": .column("created_at", .timestamptz, access: .family),
        "updatedAt": .column("updated_at", .timestamptz, access: .family),
        "version": .column("version", .int4, access: .family),
      ])
  }
}

extension EntityMutations {
  /// REQ-STU-010, 011.
  static let quote = EntityMutations(
    typeName: "Quote", name: "quote",
    values: { input throws(MutationFailure) in
      try input.text("text", "text", characters: 1...1000, lines: .many, isRequired: true)
        + input.text("author", "author", characters: 1...200)
    }, limit: RowLimit("quotesOfFamily", of: "Quote", 1000))
}

extension Resolver where Viewer == School.Viewer {
  /// The quote of a day: they take turns, so that each is seen before one comes again.
  ///
  ///     (SELECT turn.id FROM quotes turn WHERE turn.family_id = $1 ORDER BY turn.id
  ///      OFFSET (SELECT abs(day - date '2000-01-01') % nullif(count(*), 0) FROM quotes …) LIMIT 1)
  static var dailyQuote: Resolver {
    .lookup(access: .signedIn) { arguments, viewer in
      let day = FamilyCalendar.day("on", of: arguments, in: FamilyCalendar.timeZone(viewer))
      let ofFamily: SQL = "FROM quotes turn WHERE turn.family_id = \(viewer(.familyID))"
      return """
        (SELECT turn.id \(ofFamily) ORDER BY turn.id \
        OFFSET (SELECT abs(\(day) - date '2000-01-01') % nullif(count(*), 0) \(ofFamily)) LIMIT 1)
        """
    }
  }
}
