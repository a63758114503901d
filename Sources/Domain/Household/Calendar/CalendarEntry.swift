import Planning
import SQL

/// `CalendarEntry` (ME-04): what stands in the calendar. `CalendarRows` computes the rows.
///
/// The key of a row is that of its object: the occurrences of a series share it, and with it the members.
enum CalendarEntry: EntityType {
  static let entity = Entity<Viewer>(
    computed: "CalendarEntry", named: "calendar_entries", key: "source_id", .uuid, scope: .family, extent: .unbounded,
    repeatsKeys: true,
    order: [
      .ascending("day"), .ascending("rank"), .ascending("shown_from"), .ascending("title"), .ascending("source_id"), .ascending("item_day"),
    ],
    stored: [
      .family: ["title", "startsAt", "endsAt", "firstDay", "lastDay", "isAllDay", "color", "doneAt", "occurrence", "isChanged"]
    ],
    resolvers: [
      "id": .column("entry_id", .text, access: .family),
      "kind": .column("kind", .text, access: .family),
      // `place` is the number of a row in its list.
      "place": .column("entry_place", .text, access: .family),
      "seriesId": .column("series_id", .uuid, access: .family),
      "members": .toMany(through: CalendarEntryMember.self, from: .sourceID, to: .memberID, access: .family),
      "item": .toOne(foreignKey: "item_id", access: .family),
    ]
  ) { arguments, viewer in
    // Below a day, below `Query.toDo`, or in the payload of a mutation.
    if let calendar = arguments.ofParent, calendar.isGiven("days") { return CalendarRows(.days(calendar), viewer).entries }
    if arguments.isGiven("days") { return CalendarRows(.toDo(arguments), viewer).entries }
    return CalendarRows(.occurrence, viewer).entries
  }
}

/// `CalendarItem`: the objects that entries are of.
enum CalendarItem: EntityType {
  static let entity = Entity<Viewer>(
    union: "CalendarItem", named: "calendar_items", scope: .family,
    parts: [.init(FamilyEvent.self, [:]), .init(FamilyTask.self, [:]), .init(Booking.self, [:]), .init(ExternalEvent.self, [:])])
}

/// A member whom an object of the calendar is for. No table has these rows, and no object of the schema shows them.
enum CalendarEntryMember: EntityType {
  enum Column: String, ColumnName {
    case sourceID = "source_id"
    case memberID = "member_id"
  }

  static let entity = Entity<Viewer>(
    view: "CalendarEntryMember", named: "calendar_entry_members", key: "source_id", scope: .family, order: [], stored: [:]
  ) { viewer in
    let family = viewer(.familyID)
    return """
      SELECT shared.family_id, shared.event_id AS source_id, shared.member_id FROM event_members shared WHERE shared.family_id = \(family) \
      UNION ALL SELECT task.family_id, task.id, task.member_id FROM tasks task \
      WHERE task.family_id = \(family) AND task.member_id IS NOT NULL \
      UNION ALL SELECT work.family_id, work.id, work.student_id FROM assignments work WHERE work.family_id = \(family) \
      UNION ALL SELECT planned.family_id, planned.id, planned.student_id FROM planner_tasks planned \
      WHERE planned.family_id = \(family) AND planned.student_id IS NOT NULL \
      UNION ALL SELECT DISTINCT slot.family_id, slot.id, taken.student_id FROM time_slots slot \
      JOIN assignments taken ON taken.family_id = \(family) AND taken.course_id = slot.course_id WHERE slot.family_id = \(family) \
      UNION ALL SELECT pickup.family_id, pickup.id, enrolled.student_id FROM pickup_times pickup \
      JOIN enrolments enrolled ON enrolled.family_id = \(family) AND enrolled.id = pickup.enrolment_id WHERE pickup.family_id = \(family) \
      UNION ALL SELECT external.family_id, external.id, named.id FROM external_events external \
      JOIN calendar_subscriptions subscribed ON subscribed.family_id = \(family) AND subscribed.id = external.subscription_id \
      CROSS JOIN LATERAL unnest(subscribed.member_ids) AS named (id) WHERE external.family_id = \(family) \
      UNION ALL SELECT DISTINCT enrolled.family_id, held.id, enrolled.student_id FROM enrolments enrolled \
      JOIN school_events held ON held.school_id = ANY (\(viewer(.audienceIDs))) AND held.audience && \(viewer(.audienceIDs)) \
      AND \(SchoolEventMember.isFor("held", "enrolled", viewer)) WHERE enrolled.family_id = \(family)
      """
  }
}
