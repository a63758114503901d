import Planning
import SQL

/// `Event` (ME-03, ME-05).
enum FamilyEvent: WritableType {
  enum Column: String, ColumnName {
    case id, title, text, place, color, date, time, frequency
    case endDate = "end_date"
    case endTime = "end_time"
    case timeZone = "time_zone"
  }

  static let constraints: [ConstraintRule] =
    [
      .unreachable("events_times", "SeriesSchedule writes both times, or none"),
      .unreachable("events_recurrence", "SeriesSchedule writes the columns of a rule together"),
      .unreachable("events_by_day", "the input has the same bounds"),
      .unreachable("events_by_month_day", "the input has the same bounds"),
      .unreachable("events_by_month", "the input has the same bounds"),
      .unreachable("events_by_set_pos", "the input has the same bounds"),
    ]

  static let entity = Entity<Viewer>(
    "Event", table: "events", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 20_000, bytes: 16 << 20), order: [.ascending("date"), .ascending("time")],
    stored: [
      .family: [
        "id", "title", "text", "place", "date", "time", "endDate", "endTime", "timeZone", "color", "createdAt", "updatedAt", "version",
      ]
    ],
    resolvers: [
      "members": .toMany(through: EventMember.self, from: .eventID, to: .memberID, access: .family),
      "recurrence": .toOne(foreignKey: "id", access: .family),
      "reminders": .toMany(key: "event_id", access: .family),
    ])
}

/// A member of an event. No object of the schema shows it.
enum EventMember: EntityType {
  enum Column: String, ColumnName {
    case eventID = "event_id"
    case memberID = "member_id"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("event_members_event", "the event is made or locked by the same transaction"),
    .notFound("event_members_member", ["memberIds"]),
    .unreachable("event_members_once", "the ids of the input are each taken once"),
  ]

  static let entity = Entity<Viewer>(
    "EventMember", table: "event_members", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 40_000, bytes: 5 << 20), isVersioned: false)
}
