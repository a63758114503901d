import Planning
import SQL

/// `Series`: tasks and events.
enum SeriesUnion: EntityType {
  static let entity = Entity<Viewer>(
    union: "Series", named: "series", scope: .family, parts: [.init(FamilyEvent.self, [:]), .init(FamilyTask.self, [:])])
}

/// `Recurrence` (ME-03): the rule of a series, whose id it has.
enum SeriesRecurrence: EntityType {
  static let entity = Entity<Viewer>(
    view: "Recurrence", named: "recurrences", key: "id", scope: .family, order: [],
    stored: [.family: ["frequency", "weekStart", "count", "until", "rule"]],
    resolvers: [
      "interval": .column("step", .int4, access: .family),
      "byMonthDay": .column("by_month_day", .int4Array, access: .family),
      "byMonth": .column("by_month", .int4Array, access: .family),
      "bySetPos": .column("by_set_pos", .int4Array, access: .family),
      "byDay": .toMany(key: "series_id", access: .family),
    ]
  ) { viewer in
    ["events", "tasks"].map { table -> SQL in
      """
      SELECT s.family_id, s.id, s.frequency, s.step, s.by_month_day, s.by_month, s.by_set_pos, s.week_start, s.count, s.until, s.rule \
      FROM \(identifier: table) s WHERE s.family_id = \(viewer(.familyID)) AND s.frequency IS NOT NULL
      """
    }.joined(separator: " UNION ALL ")
  }
}

/// `WeekdayPosition`: a day of the week in a rule.
enum RuleWeekday: EntityType {
  static let entity = Entity<Viewer>(
    view: "WeekdayPosition", named: "rule_weekdays", key: "id", scope: .family, order: [.ascending("place")],
    stored: [.family: ["day", "position"]]
  ) { viewer in
    ["events", "tasks"].map { table -> SQL in
      """
      SELECT s.family_id, s.id AS series_id, md5(s.id::text || days.code)::uuid AS id, days.place, \
      (ARRAY['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'])[\
      array_position(ARRAY['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], right(days.code, 2))] AS day, \
      nullif(left(days.code, -2), '')::int AS position \
      FROM \(identifier: table) s CROSS JOIN LATERAL unnest(s.by_day) WITH ORDINALITY AS days (code, place) \
      WHERE s.family_id = \(viewer(.familyID)) AND s.frequency IS NOT NULL
      """
    }.joined(separator: " UNION ALL ")
  }
}
