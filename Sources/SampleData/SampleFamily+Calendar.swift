import SQL

/// The household's calendar: a few tasks and events, of which one each is a series.
extension SampleFamily {
  static let taskCategories = TableOutline(
    name: "task_categories", columns: ["family_id", "id", "name", "color", "created_at", "updated_at"], rowCount: { _ in 3 },
    write: { family, number, text in
      let row = family.identity(.taskCategory, number)
      let categories = [("Kitchen", "#27AE60"), ("Garden", nil), ("Pets", "#F39C12")]
      text.appendRow(family.id, row.id, categories[number].0, categories[number].1, row.created, row.created)
    })

  /// Tasks of the first parent and of nobody, and a series for everyone.
  static let tasks = TableOutline(
    name: "tasks",
    columns: ["family_id", "id", "title", "text", "due_date", "due_time", "time_zone", "priority", "category_id", "member_id"]
      + ["done_at", "done_by_id"] + ruleColumns + ["created_at", "updated_at"],
    rowCount: { _ in 3 },
    write: { family, number, text in
      let row = family.identity(.task, number)
      let titles = ["Call the plumber", "Sort the books", "Water the plants"]
      let member: UUIDValue? = number == 0 ? family.identity(.member, 0).id : nil
      let day = family.sample.referenceDay.adding(days: number - 2)
      let note: String? = number == 1 ? "By author." : nil
      let time: String? = number == 0 ? "17:00:00" : nil
      let done: Moment? = number == 0 ? row.created : nil
      let rule: (String) -> String? = { number == 2 ? $0 : nil }
      text.appendRow(
        family.id, row.id, titles[number], note, day, time, family.timeZone, ["HIGH", "LOW", "MEDIUM"][number],
        family.identity(.taskCategory, number).id, member, done, member, rule("DAILY"), rule("2"), rule("{}"), rule("{}"), rule("{}"),
        rule("{}"), rule("MONDAY"), String?.none, String?.none, rule("FREQ=DAILY;INTERVAL=2"), String?.none, row.created, row.created)
    })

  /// One that is all day, one with a time, and a series of ten weeks.
  static let events = TableOutline(
    name: "events",
    columns: ["family_id", "id", "title", "text", "place", "date", "time", "end_date", "end_time", "time_zone", "color"] + ruleColumns
      + ["created_at", "updated_at"],
    rowCount: { _ in 3 },
    write: { family, number, text in
      let row = family.identity(.event, number)
      let titles = ["Grandmother's visit", "Parents' evening", "Choir"]
      let day = family.sample.referenceDay.adding(days: 3 * number - 1)
      let end = number == 0 ? day.adding(days: 2) : day
      let color: String? = number == 1 ? nil : "#2E86AB"
      let place: String? = number == 0 ? nil : "Town hall"
      let note: String? = number == 1 ? "Bring the list." : nil
      let (time, endTime): (String?, String?) = number == 0 ? (nil, nil) : ("17:00:00", "18:30:00")
      let rule: (String) -> String? = { number == 2 ? $0 : nil }
      let last: CalendarDay? = number == 2 ? day.adding(days: 63) : nil
      text.appendRow(
        family.id, row.id, titles[number], note, place, day, time, end, endTime, family.timeZone, color, rule("WEEKLY"), rule("1"),
        rule("{}"), rule("{}"), rule("{}"), rule("{}"), rule("MONDAY"), rule("10"), String?.none, rule("FREQ=WEEKLY;COUNT=10"), last,
        row.created, row.created)
    })

  static let eventMembers = TableOutline(
    name: "event_members", columns: ["family_id", "id", "event_id", "member_id", "created_at"], rowCount: { _ in 2 },
    write: { family, number, text in
      let row = family.identity(.eventMember, number)
      text.appendRow(
        family.id, row.id, family.identity(.event, number + 1).id, family.identity(.member, number % family.personCount).id, row.created)
    })

  /// The second day of the choir is later, the third is left out, and the plants are watered.
  static let occurrences = TableOutline(
    name: "occurrences",
    columns: ["family_id", "id", "event_id", "task_id", "series_id", "day", "is_left_out", "is_changed", "title", "text", "place", "date"]
      + ["time", "end_date", "end_time", "done_at", "done_by_id", "created_at", "updated_at"],
    rowCount: { _ in 3 },
    write: { family, number, text in
      let row = family.identity(.occurrence, number)
      let (choir, plants) = (family.identity(.event, 2).id, family.identity(.task, 2).id)
      let today = family.sample.referenceDay
      let day = number == 2 ? today : today.adding(days: 12 + 7 * number)
      let event: UUIDValue? = number == 2 ? nil : choir
      let task: UUIDValue? = number == 2 ? plants : nil
      let change: (String) -> String? = { number == 0 ? $0 : nil }
      let moved: CalendarDay? = number == 0 ? day.adding(days: 1) : nil
      let done: Moment? = number == 2 ? row.created : nil
      let doneBy: UUIDValue? = number == 2 ? family.identity(.member, 0).id : nil
      text.appendRow(
        family.id, row.id, event, task, task ?? choir, day, number == 1 ? "true" : "false", number == 0 ? "true" : "false",
        change("Rehearsal"), change("In black."), change("The church"), moved, change("18:00:00"), moved, change("20:00:00"), done, doneBy,
        row.created, row.created)
    })

  /// Reminders of the parents' evening, of the choir and of the plumber.
  static let reminders = TableOutline(
    name: "reminders",
    columns: ["family_id", "id", "event_id", "task_id", "member_id", "minutes_before", "created_at", "updated_at"], rowCount: { _ in 3 },
    write: { family, number, text in
      let row = family.identity(.reminder, number)
      let event: UUIDValue? = number < 2 ? family.identity(.event, number + 1).id : nil
      let task: UUIDValue? = number == 2 ? family.identity(.task, 0).id : nil
      text.appendRow(
        family.id, row.id, event, task, family.identity(.member, number % family.personCount).id, ["30", "60", "1440"][number], row.created,
        row.created)
    })

  /// A feed of each of two members.
  static let calendarFeeds = TableOutline(
    name: "calendar_feeds", columns: ["family_id", "id", "member_id", "name", "kinds", "member_ids", "created_at", "updated_at"],
    rowCount: { _ in 2 },
    write: { family, number, text in
      let row = family.identity(.calendarFeed, number)
      text.appendRow(
        family.id, row.id, family.identity(.member, number % family.personCount).id, ["Family", "Events"][number],
        number == 0 ? "{}" : "{EVENT}", "{}", row.created, row.created)
    })

  static let calendarSubscriptions = TableOutline(
    name: "calendar_subscriptions", columns: ["family_id", "id", "name", "url", "color", "member_ids", "created_at", "updated_at"],
    rowCount: { _ in 1 },
    write: { family, number, text in
      let row = family.identity(.calendarSubscription, number)
      text.appendRow(family.id, row.id, "Club", "https://calendar.example.org/club.ics", "#8E44AD", "{}", row.created, row.created)
    })

  /// The club's events: a day, and a match.
  static let externalEvents = TableOutline(
    name: "external_events",
    columns: ["family_id", "id", "subscription_id", "title", "text", "place", "first_day", "last_day", "starts_at", "ends_at", "created_at"],
    rowCount: { _ in 2 },
    write: { family, number, text in
      let row = family.identity(.externalEvent, number)
      let day = family.sample.referenceDay.adding(days: 2)
      let start = Moment(day, offset: 16 * Moment.hour)
      let isDay = number == 0
      let firstDay: CalendarDay? = isDay ? day : nil
      let moments: (Moment?, Moment?) = isDay ? (nil, nil) : (start, start + Moment.hour)
      let note: String? = isDay ? nil : "Bring water."
      let place: String? = isDay ? nil : "The field"
      text.appendRow(
        family.id, row.id, family.identity(.calendarSubscription, 0).id, ["Open day", "Match"][number], note, place, firstDay, firstDay,
        moments.0, moments.1, row.created)
    })

  private static let ruleColumns = [
    "frequency", "step", "by_day", "by_month_day", "by_month", "by_set_pos", "week_start", "count", "until", "rule", "last_day",
  ]
}
