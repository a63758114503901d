import Planning
import SQL

/// `WorkingHours` (ME-08): the hours of a provider, in the order in which it gave them.
enum WorkingHours: EntityType {
  static let entity = Entity<Viewer>(
    view: "WorkingHours", named: "working_hours", key: "id", scope: .directory, order: [.ascending("place")],
    stored: [.signedIn: ["day"]],
    resolvers: [
      "from": .column("starts", .time, access: .signedIn),
      "until": .column("ends", .time, access: .signedIn),
    ]
  ) { _ in
    """
    SELECT p.account_id, p.directory_id, p.id AS provider_id, md5(p.id::text || hours.place)::uuid AS id, hours.place, hours.day, \
    hours.starts, hours.ends FROM \(unescaped: "providers", reading: .version(VersionScope.directory)) p \
    CROSS JOIN LATERAL unnest(p.hour_days, p.hour_starts, p.hour_ends) WITH ORDINALITY AS hours (day, starts, ends, place)
    """
  }
}
