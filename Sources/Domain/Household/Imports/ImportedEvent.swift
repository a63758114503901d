import Planning
import SQL

/// An event that was imported, by its UID. No object of the schema shows it.
enum ImportedEvent: EntityType {
  enum Column: String, ColumnName {
    case id, uid, revision
    case eventID = "event_id"
    case modifiedAt = "modified_at"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("imported_events_event", "the event is made or locked by the same transaction"),
    .unreachable("imported_events_uid", "CalendarImport cuts it off"),
    .unreachable("imported_events_once", "CalendarImport takes each UID once, and holds the family"),
  ]

  static let entity = Entity<Viewer>(
    "ImportedEvent", table: "imported_events", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 20_000, bytes: 8 << 20))
}

/// `ImportProblem`: what a mutation did not import, as a setting of its transaction.
enum ImportProblem: EntityType {
  private static let setting = "hatched.import_problems"

  static let entity = Entity<Viewer>(
    computed: "ImportProblem", named: "import_problems", key: "id", .uuid, scope: .family,
    stored: [.family: ["line", "uid", "message"]]
  ) { _, viewer in
    """
    SELECT home.family_id, (given.problem ->> 'id')::uuid AS id, (given.problem ->> 'line')::int AS line, given.problem ->> 'uid' AS uid, \
    given.problem ->> 'message' AS message FROM families home \
    CROSS JOIN LATERAL jsonb_array_elements(coalesce(nullif(current_setting('\(unescaped: setting)', true), ''), '[]')::jsonb) AS given (problem) \
    WHERE home.family_id = \(viewer(.familyID))
    """
  }

  /// - Parameter problems: a JSON array of objects with an `id`.
  static func statement(_ problems: String) -> SQL { "SELECT set_config('\(unescaped: setting)', \(bind: .text(problems)), true)" }
}
