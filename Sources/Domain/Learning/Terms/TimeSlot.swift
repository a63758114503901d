import Planning
import SQL

/// `TimeSlot` (GT-15).
enum TimeSlot: WritableType {
  static let entity = Entity<Viewer>(
    "TimeSlot", table: "time_slots", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 1_000, bytes: 1 << 20), order: [.ascending("start_time")],
    stored: [.family: ["id", "place", "course", "createdAt", "updatedAt", "version"]],
    resolvers: [
      "days": .column("days", .textArray, access: .family),
      "start": .column("start_time", .time, access: .family),
      "end": .column("end_time", .time, access: .family),
    ])

  static let rules = WriteRules(
    checkViolations: ["time_slots_times": (["end", "start"], "\"end\" must be after \"start\".")])
}
