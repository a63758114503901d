import Planning
import SQL

/// `TimeRange` (ME-09): a free time of a provider, which `free_times()` of the database computes; or a time that the provider has just taken
/// for itself.
enum FreeTime: EntityType {
  static let entity = Entity<Viewer>(
    computed: "TimeRange", named: "time_ranges", key: "key", .uuid, scope: .directory, extent: .unbounded, order: [.ascending("starts_at")],
    resolvers: [
      "from": .column("starts_at", .timestamptz, access: .signedIn),
      "until": .column("ends_at", .timestamptz, access: .signedIn),
    ]
  ) { arguments, viewer in
    guard arguments.isGiven("days") else {
      return """
        SELECT taken.account_id, NULL::uuid AS directory_id, taken.provider_id, taken.id AS key, taken.starts_at, taken.ends_at \
        FROM provider_slots taken WHERE taken.account_id = \(viewer(.accountID)) AND taken.kind = 'BUSY'
        """
    }
    let first: SQL = arguments.isGiven("from") ? arguments.value("from", as: .date) : "NULL::date"
    return """
      SELECT p.account_id, p.directory_id, p.id AS provider_id, \
      md5(p.id::text || extract(epoch FROM free.starts_at)::text)::uuid AS key, free.starts_at, free.ends_at \
      FROM \(unescaped: "providers", reading: .version(VersionScope.directory)) p CROSS JOIN LATERAL \
      \(unescaped: "free_times", reading: .clock(end))(p.id, \(first), \(arguments.value("days", as: .first))::int) free
      """
  }

  /// The next moment at which free times change by the clock.
  static let end = Boundary("free_times", next: "free_times_end()")
}
